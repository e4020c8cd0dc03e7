import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/protocol.md'), 'utf8');
const headings = [...page.matchAll(/^#{2,} (.+)$/gm)].map(([, heading = '']) => heading);

/** Other pages whose file names are checked. */
const otherPages = [
  'README.md',
  'bench/README.md',
  'docs/electron.md',
  'docs/reliability.md',
  'docs/testing.md',
  'e2e/hosts/electron-double/README.md',
];

/** Headings cited by a source, as in `(docs/protocol.md, Run lists)`; a citation may span comment lines. */
function citedHeadings(source: string): string[] {
  const joined = source.replaceAll(/\r?\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g, ' ');
  return [...joined.matchAll(/docs\/protocol\.md(?:, ([^,;:.)'"`]*))?/g)].map(([, heading = '']) =>
    heading.trim(),
  );
}

const citations = ['src', 'e2e', 'bench'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /[.](tsx?|mjs|jsx)$/.test(path) && !path.endsWith('protocol-citations.test.ts'))
    .flatMap((path) =>
      citedHeadings(readFileSync(join(root, folder, path), 'utf8')).map((heading) => ({
        file: join(folder, path),
        heading,
      })),
    ),
);

test('each citation of docs/protocol.md names one of its headings', () => {
  expect(citations.length).toBeGreaterThan(50);
  expect(citations.filter(({ heading }) => !headings.includes(heading))).toEqual([]);
});

test('no two headings of docs/protocol.md are the same', () => {
  expect(headings).toEqual([...new Set(headings)]);
});

test('each file that a page names exists', () => {
  const decisions = readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`);
  const pages = [...decisions, ...otherPages].map((path) => readFileSync(join(root, path), 'utf8'));
  const paths = [page, ...pages].flatMap((text) =>
    [...text.matchAll(/`((?:src|e2e|bench|scripts)\/[\w./-]+)`/g)].map(([, path = '']) => path),
  );
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('citations are found however their comments are wrapped', () => {
  const source = `// asked first (docs/protocol.md, Run lists).
    /**
     * kept (docs/protocol.md, Failures inside a
     * successful answer). See docs/protocol.md,
     * Webhooks; or docs/protocol.md
     */`;
  expect(citedHeadings(source)).toEqual(['Run lists', 'Failures inside a successful answer', 'Webhooks', '']);
});
