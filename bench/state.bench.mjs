// States: opening, searching and comparing 10 MB, against JSON.parse and one walk over parsed values.
import { mkdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { inRoot } from '../scripts/lib/paths.mjs';

const folder = inRoot('.cache/bench/state');
const parts = ['outline', 'search', 'diff'];

async function built() {
  await mkdir(folder, { recursive: true });
  const entry = Object.fromEntries(parts.map((name) => [name, inRoot(`src/exact-json/${name}.ts`)]));
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      lib: { entry, formats: ['es'] },
    },
  });
  const [outline, search, diff] = await Promise.all(
    parts.map((name) => import(pathToFileURL(`${folder}/${name}.js`).href)),
  );
  return { ...outline, ...search, ...diff };
}

/** About 10 MB: 24,000 items of a state as agents keep them. */
function items() {
  return Array.from({ length: 24_000 }, (_, at) => ({
    id: `item-${at}`,
    n: at,
    ok: at % 2 === 0,
    text: 'lorem ipsum dolor sit amet '.repeat(9),
    tags: ['a', 'b'],
    deep: { ratio: at / 7, none: null },
  }));
}

/** @param {readonly unknown[]} list */
const textOf = (list) => JSON.stringify({ topic: 'bench', items: list });

/**
 * The fastest of several: what else runs on the machine only adds.
 *
 * @param {() => unknown} work
 */
function best(work, rounds = 9) {
  let least = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now();
    work();
    least = Math.min(least, performance.now() - from);
  }
  return least;
}

/**
 * @param {any} a
 * @param {any} b
 * @returns {boolean}
 */
function same(a, b) {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => same(a[key], b[key]));
}

export async function run() {
  const { outlineOf, searchJson, outlined, diffOutlined } = await built();
  /** @type {any[]} */
  const list = items();
  const text = textOf(list);
  const parse = best(() => JSON.parse(text));
  const outline = outlineOf(text);
  /** @type {(name: string, ms: number, limit: number, seen?: string) => string} */
  const row = (name, ms, limit, seen = '') =>
    `| ${name} | ${ms.toFixed(1)} | ${(ms / limit).toFixed(2)}x | ${seen} |`;
  const opened = [
    `**Open and search**, ${(text.length / 1e6).toFixed(1)} MB, ${outline.count.toLocaleString('en')} values; limit: JSON.parse`,
    '',
    '| work | ms | to the limit | seen |',
    '| --- | --- | --- | --- |',
    row('JSON.parse', parse, parse),
    row(
      'outline',
      best(() => outlineOf(text)),
      parse,
      `${(outline.count * 27e-6).toFixed(1)} MB of columns`,
    ),
    row(
      'search, 1 result',
      best(() => searchJson(text, outline, 'item-23999')),
      parse,
    ),
    row(
      'search, 24,000 results',
      best(() => searchJson(text, outline, 'LOREM')),
      parse,
    ),
  ];

  const [a, b] = [JSON.parse(text), JSON.parse(text)];
  const walk = best(() => same(a, b));
  const before = outlined(text);
  const edit = list.map((item, at) => (at === 12_000 ? { ...item, text: 'edited' } : item));
  const cases = {
    'one edit': edit,
    'one put in front': [{ id: 'new' }, ...list],
    'one put behind': [...list, { id: 'new' }],
    'one put between': list.toSpliced(9000, 0, { id: 'new' }),
    'the last moved to the front': [...list.slice(-1), ...list.slice(0, -1)],
  };
  const compared = [
    '**Compare**, states of the same size, both looked through already; limit: one walk over two equal parsed states',
    '',
    '| change | ms | to the limit | differences |',
    '| --- | --- | --- | --- |',
    row('one walk', walk, walk),
    ...Object.entries(cases).map(([name, changed]) => {
      const after = outlined(textOf(changed));
      return row(
        name,
        best(() => diffOutlined(before, after)),
        walk,
        String(diffOutlined(before, after).length),
      );
    }),
  ];
  return [...opened, '', ...compared].join('\n');
}
