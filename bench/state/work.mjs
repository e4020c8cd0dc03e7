// Opening, searching, comparing and storing states in Node, compared with JSON.parse and one walk over parsed
// values.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fastJsonPatch from 'fast-json-patch';
import * as jsondiffpatch from 'jsondiffpatch';
import microdiffModule from 'microdiff';
import { table } from '../median.mjs';
import { itemsOf, sizes, textOf } from './states.mjs';

/** Its types say that it is its own default export. */
const microdiff = /** @type {(a: object, b: object) => unknown[]} */ (
  /** @type {unknown} */ (microdiffModule)
);

/**
 * The fastest of several: what else runs on the machine only adds.
 *
 * @param {() => unknown} work
 */
function best(work, rounds = 9) {
  let min = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now();
    work();
    min = Math.min(min, performance.now() - from);
  }
  return min;
}

/** @param {string} name @param {number} ms @param {number} limit @param {string} note */
const row = (name, ms, limit, note = '') => [name, ms.toFixed(1), `${(ms / limit).toFixed(2)}x`, note];

/** @param {import('./built.mjs').StateParts} parts */
export function openTables(parts) {
  const { buildIndex, searchJson, findUnsafeNumbers, applyEdit, updateIndex } = parts;
  return Object.entries(sizes).map(([name, count]) => {
    const text = textOf(itemsOf(count));
    const structuralIndex = buildIndex(text);
    const values = structuralIndex.count.toLocaleString('en');
    const parse = best(() => JSON.parse(text));
    const edit = /** @type {const} */ ({ kind: 'set', path: ['items', count - 1, 'n'], valueText: '5' });
    const edited = applyEdit(text, edit, structuralIndex);
    return table(
      [`${name}, ${values} values`, 'ms', 'of the parse', ''],
      [
        row('`JSON.parse`', parse, parse),
        row(
          'outline',
          best(() => buildIndex(text)),
          parse,
          `${(structuralIndex.count * 27e-6).toFixed(1)} MB of columns`,
        ),
        row(
          'search, 1 result',
          best(() => searchJson(text, structuralIndex, `item-${count - 1}`)),
          parse,
        ),
        row(
          'search, a result in each item',
          best(() => searchJson(text, structuralIndex, 'LOREM')),
          parse,
        ),
        row(
          'numbers that a double can not hold',
          best(() => findUnsafeNumbers(text, 'values')),
          parse,
        ),
        row(
          'one value edited in the text',
          best(() => applyEdit(text, edit, structuralIndex)),
          parse,
        ),
        row(
          'the outline after it',
          best(() => updateIndex(text, structuralIndex, edited)),
          parse,
        ),
      ],
    );
  });
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

/** @param {import('./built.mjs').StateParts} parts */
export function compareTable({ indexText, diffIndexed }) {
  const count = sizes['10 MB'];
  /** @type {any[]} */
  const list = itemsOf(count);
  const text = textOf(list);
  const [a, b] = [JSON.parse(text), JSON.parse(text)];
  const walk = best(() => same(a, b));
  const before = indexText(text);
  const middle = count >> 1;
  const cases = {
    'one edit': list.map((item, index) => (index === middle ? { ...item, text: 'edited' } : item)),
    'one put in front': [{ id: 'new' }, ...list],
    'one put behind': [...list, { id: 'new' }],
    'one put between': list.toSpliced(9000, 0, { id: 'new' }),
    'the last moved to the front': [...list.slice(-1), ...list.slice(0, -1)],
    'one edit in each of 1,000 items': list.map((item, index) =>
      index % 24 === 0 ? { ...item, n: -1 } : item,
    ),
    'all items reversed': list.toReversed(),
  };
  return table(
    ['10 MB, both looked through', 'ms', 'of the walk', 'differences'],
    [
      row('one walk over equal parsed states', walk, walk),
      ...Object.entries(cases).map(([name, changed]) => {
        const after = indexText(textOf(changed));
        const changes = diffIndexed(before, after).length;
        return row(
          name,
          best(() => diffIndexed(before, after)),
          walk,
          changes.toLocaleString('en'),
        );
      }),
    ],
  );
}

/** The same changes as others see them, in parsed values. */
export function othersTable() {
  const list = itemsOf(sizes['10 MB']);
  const state = (/** @type {unknown} */ items) => JSON.parse(textOf(/** @type {unknown[]} */ (items)));
  const before = state(list);
  const again = state(list);
  const walk = best(() => same(before, again), 5);
  const byId = jsondiffpatch.create({ objectHash: (item) => /** @type {any} */ (item).id });
  const tools = {
    'fast-json-patch': (/** @type {any} */ after) => fastJsonPatch.compare(before, after).length,
    microdiff: (/** @type {any} */ after) => microdiff(before, after).length,
    'jsondiffpatch, objectHash': (/** @type {any} */ after) => deltas(byId.diff(before, after)),
  };
  const middle = list.length >> 1;
  const cases = {
    'one edit': list.map((item, index) => (index === middle ? { ...item, text: 'edited' } : item)),
    'one put in front': [{ id: 'new' }, ...list],
    'one edit in each of 1,000 items': list.map((item, index) =>
      index % 24 === 0 ? { ...item, n: -1 } : item,
    ),
  };
  return table(
    ['of the walk (differences)', ...Object.keys(tools)],
    Object.entries(cases).map(([name, changed]) => {
      const after = state(changed);
      return [
        name,
        ...Object.values(tools).map((tool) => {
          const ms = best(() => tool(after), 3);
          return `${(ms / walk).toFixed(1)}x (${tool(after).toLocaleString('en')})`;
        }),
      ];
    }),
  );
}

/** How many changes a delta of jsondiffpatch holds. @param {any} delta @returns {number} */
function deltas(delta) {
  if (delta === undefined) return 0;
  if (Array.isArray(delta)) return 1;
  return Object.entries(delta).reduce((sum, [key, inside]) => sum + (key === '_t' ? 0 : deltas(inside)), 0);
}

/** A thousand checkpoints that only grow, kept as the window keeps them. @param {import('./built.mjs').StateParts} parts */
export function keepTable({ chunkText, chunkBytes, joinChunks }) {
  /** @type {string[]} */
  const messages = [];
  const stored = new Set();
  /** @type {readonly { readonly text: string }[]} */
  let like = [];
  let whole = 0;
  let lists = 0;
  let ms = 0;
  for (let step = 0; step < 1000; step += 1) {
    messages.push(JSON.stringify({ id: `m${step}`, content: `says ${step} `.repeat(120) }));
    const text = `{"log":[${step}],"messages":[${messages.join(',')}],"step":${step}}`;
    whole += text.length;
    const from = performance.now();
    like = chunkText(text, like);
    ms += performance.now() - from;
    lists += like.length * 8;
    for (const piece of like) stored.add(piece);
  }
  const bytes = [...stored].reduce((sum, piece) => sum + chunkBytes(piece), lists);
  const join = best(() => joinChunks(like));
  return table(
    ['1,000 checkpoints, append only', ''],
    [
      ['as texts', `${(whole / 1e6).toFixed(0)} MB`],
      ['as kept', `${(bytes / 1e6).toFixed(1)} MB`],
      ['sharing one with the one before, on load', `${(ms / 1000).toFixed(2)} ms`],
      [
        `the last (${(messages.join(',').length / 1e6).toFixed(1)} MB) as a text again`,
        `${join.toFixed(2)} ms`,
      ],
    ],
  );
}

/** Memory of a fresh process after many states without shared parts were viewed. */
export function memoryTable() {
  const script = fileURLToPath(new URL('./memory.mjs', import.meta.url));
  const steps = 500;
  const memory = JSON.parse(
    execFileSync(process.execPath, ['--expose-gc', script, String(steps)], { encoding: 'utf8' }),
  );
  return table(
    [`${steps} states of 1 MB that share nothing`, ''],
    [
      ['heap', `${memory.heap.toFixed(0)} MB`],
      ['process', `${memory.process.toFixed(0)} MB`],
    ],
  );
}
