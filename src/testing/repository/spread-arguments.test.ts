import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Lists with a bounded length, which fit into the arguments of a call. */
const short = [
  'app/splash/draw-splash.ts: all.append',
  'app/splash/splash.ts: layer.append',
  'app/workbench/use-workbench.ts: chooseThread',
  'graph/drawing/render-drawing.ts: frame.append',
  'graph/drawing/render-drawing.ts: head.append',
  'ui/jsx/create-element.ts: createReactElement',
];
const draftKeys = /: draftKey$/;
/** Schemas are read within a budget (row U-12). */
const withinBudget = ['ui/schema/resolve-schema.ts: Object.assign'];
/** The splash; it has at most as many nodes as fit into its storage. */
const drawing = [
  'graph/drawing/render-drawing.ts: stage.append',
  'graph/drawing/render-drawing.ts: svg.append',
];

/** A node of a syntax tree, or a list of them. */
type Syntax = Readonly<Record<string, unknown>>;

const isSpread = (node: Syntax): boolean => node['type'] === 'SpreadElement';

/** Calls that spread a list into their arguments: the file and the callee. */
function spreadCalls(path: string, text: string): string[] {
  const found: string[] = [];
  if (!text.includes('...')) return [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, callee, arguments: given } = node as Syntax;
    if ((type === 'CallExpression' || type === 'NewExpression') && (given as Syntax[]).some(isSpread)) {
      const { start, end } = callee as { readonly start: number; readonly end: number };
      found.push(`${path}: ${text.slice(start, end)}`);
    }
    Object.values(node).forEach(visit);
  };
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }));
  return found;
}

it('the search finds what is there', () => {
  expect(
    spreadCalls('a.ts', 'list.push(1, ...more); new Set([...more]); Math.max(...more.map((x) => x));'),
  ).toEqual(['a.ts: list.push', 'a.ts: Math.max']);
});

// A call takes about 120,000 arguments, and more throw a RangeError. Servers decide how long their lists are.
it('U-7: no list that a server may make long is spread into the arguments of a call', () => {
  const found = ['exact-json', 'shared', 'remote-graph', 'services', 'renderer', 'main', 'web-host'].flatMap(
    (folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(
          (path) => /[.]tsx?$/.test(path) && !/[.]test[.]tsx?$/.test(path) && !path.endsWith('-builder.ts'),
        )
        .flatMap((path) => spreadCalls(path, readFileSync(join(root, folder, path), 'utf8'))),
  );
  const known = [...short, ...withinBudget, ...drawing];
  expect(found.filter((call) => !known.includes(call) && !draftKeys.test(call))).toEqual([]);
});
