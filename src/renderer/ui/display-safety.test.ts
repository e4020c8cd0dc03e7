import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

function sources(folder: string): { readonly path: string; readonly text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /[.]tsx?$/.test(path) && !/[.]test[.]tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, folder, path), 'utf8') }));
}

const filesWith = (folder: string, expression: RegExp): string[] =>
  sources(folder)
    .filter(({ text }) => expression.test(text))
    .map(({ path }) => path);

it('the search finds what is there', () => {
  expect(filesWith('src/renderer', /<img\b/).length).toBeGreaterThan(0);
});

it('no text of a server is ever taken for markup', () => {
  expect(
    filesWith(
      'src/renderer',
      /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|setHTML|DOMParser/,
    ),
  ).toEqual([]);
  expect(filesWith('src/renderer', /<(?:style|object|embed)\b/)).toEqual([]);
});

it('there is no frame, so that nothing of a server has a page of its own', () => {
  expect(filesWith('src/renderer', /<(?:iframe|webview|frame)\b|srcDoc|createElement\(['"]iframe/)).toEqual(
    [],
  );
});

it('no text of a server is a link; addresses are shown and copied', () => {
  expect(filesWith('src/renderer', /\bhref=(?!"#)|window\.open\(/)).toEqual([
    // The page to sign in on, which the back end has checked to be https, or on this machine.
    'connections/SignInDialog.tsx',
    // A page of the studio itself, at an address that it makes.
    'shared-ui/open-window.tsx',
  ]);
});

it('no text of a server is ever run, or made into objects of LangChain', () => {
  for (const folder of [
    'src/renderer',
    'src/services',
    'src/shared',
    'packages/remote-graph',
    'packages/exact-json',
  ]) {
    expect(
      filesWith(folder, /\beval\(|new Function\(|@langchain\/core\/load|\bvm\b.*from 'node:vm'/),
    ).toEqual([]);
  }
});

it('elements are made by JSX, which escapes hidden characters; texts that are written otherwise are known', () => {
  expect(filesWith('src/renderer', /\bcreateElement\((?!['"]|tag)|from 'react\/jsx/)).toEqual([
    'ui/create-element.ts',
    'ui/jsx-dev-runtime.ts',
    'ui/jsx-runtime.ts',
  ]);
  expect(filesWith('src/renderer', /\.textContent = (?!'|`|text;)/).toSorted()).toEqual([
    'graph/nodes/NodeShell.tsx',
    'ui/json-editor/schema-completion.ts',
  ]);
  expect(filesWith('src/renderer', /\.(?:fill|stroke)Text\(/)).toEqual(['graph/canvas/canvas-renderer.ts']);
});
