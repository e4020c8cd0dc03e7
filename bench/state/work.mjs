// Opening, searching, comparing and keeping states, in Node: against JSON.parse and one walk over parsed values.
import { table } from '../median.mjs';
import { itemsOf, sizes, textOf } from './states.mjs';

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

/** @param {string} name @param {number} ms @param {number} limit @param {string} seen */
const row = (name, ms, limit, seen = '') => [name, ms.toFixed(1), `${(ms / limit).toFixed(2)}x`, seen];

/** @param {any} parts */
export function openTables(parts) {
  const { outlineOf, searchJson, parseExact, applyEdit } = parts;
  return Object.entries(sizes).map(([name, count]) => {
    const text = textOf(itemsOf(count));
    const outline = outlineOf(text);
    const values = outline.count.toLocaleString('en');
    const parse = best(() => JSON.parse(text));
    const edit = { kind: 'set', path: ['items', count - 1, 'n'], valueText: '5' };
    return table(
      [`${name}, ${values} values`, 'ms', 'of the parse', ''],
      [
        row('`JSON.parse`', parse, parse),
        row(
          'outline',
          best(() => outlineOf(text)),
          parse,
          `${(outline.count * 27e-6).toFixed(1)} MB of columns`,
        ),
        row(
          'search, 1 result',
          best(() => searchJson(text, outline, `item-${count - 1}`)),
          parse,
        ),
        row(
          'search, a result in each item',
          best(() => searchJson(text, outline, 'LOREM')),
          parse,
        ),
        row(
          'numbers that a double can not hold',
          best(() => parseExact(text)) - parse,
          parse,
          'above the parse',
        ),
        row(
          'one value edited in the text',
          best(() => applyEdit(text, edit)),
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

/** @param {any} parts */
export function compareTable({ outlined, diffOutlined }) {
  const count = sizes['10 MB'];
  /** @type {any[]} */
  const list = itemsOf(count);
  const text = textOf(list);
  const [a, b] = [JSON.parse(text), JSON.parse(text)];
  const walk = best(() => same(a, b));
  const before = outlined(text);
  const middle = count >> 1;
  const cases = {
    'one edit': list.map((item, at) => (at === middle ? { ...item, text: 'edited' } : item)),
    'one put in front': [{ id: 'new' }, ...list],
    'one put behind': [...list, { id: 'new' }],
    'one put between': list.toSpliced(9000, 0, { id: 'new' }),
    'the last moved to the front': [...list.slice(-1), ...list.slice(0, -1)],
    'one edit in each of 1,000 items': list.map((item, at) => (at % 24 === 0 ? { ...item, n: -1 } : item)),
    'all items reversed': list.toReversed(),
  };
  return table(
    ['10 MB, both looked through', 'ms', 'of the walk', 'differences'],
    [
      row('one walk over equal parsed states', walk, walk),
      ...Object.entries(cases).map(([name, changed]) => {
        const after = outlined(textOf(changed));
        const found = diffOutlined(before, after).length;
        return row(
          name,
          best(() => diffOutlined(before, after)),
          walk,
          found.toLocaleString('en'),
        );
      }),
    ],
  );
}

/** A thousand checkpoints that only grow, kept as the window keeps them. @param {any} parts */
export function keepTable({ inPieces, bytesOfPiece, joinPieces }) {
  /** @type {string[]} */
  const messages = [];
  const kept = new Set();
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
    like = inPieces(text, like);
    ms += performance.now() - from;
    lists += like.length * 8;
    for (const piece of like) kept.add(piece);
  }
  const bytes = [...kept].reduce((sum, piece) => sum + bytesOfPiece(piece), lists);
  const join = best(() => joinPieces(like));
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
