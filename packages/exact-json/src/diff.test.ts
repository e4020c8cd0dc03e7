import { fc } from '../../../src/testing/fast-check.ts';
import { scaled } from '../../../src/testing/test-scale.ts';
import { describe, expect, it, vi } from 'vitest';
import { sameJson } from './compare.ts';
import { diffJson, type JsonDifference } from './diff.ts';
import { formatJson } from './format.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What differences say, carried out: the later document made from the earlier one and nothing else. */
function applied(before: Json, differences: readonly JsonDifference[]): Json {
  const jsonDifference = differences.find(({ path, kind }) => path.length === 0 && kind === 'changed');
  if (jsonDifference) return read(jsonDifference.after);
  if (differences.length === 0) return before;
  const inside = (part: string | number): JsonDifference[] =>
    differences
      .filter(({ path, kind }) => path[0] === part && !(kind === 'removed' && path.length === 1))
      .filter(({ path, kind }) => path.length > 1 || kind === 'changed')
      .map((one) => ({ ...one, path: one.path.slice(1) }));
  const here = differences.filter(({ path }) => path.length === 1);
  const partsOf = (kind: string) => here.filter((one) => one.kind === kind);
  if (Array.isArray(before)) {
    const placed = new Map<number, Json>();
    for (const { path, after } of partsOf('added')) placed.set(Number(path[0]), read(after));
    for (const { path, from } of partsOf('moved')) placed.set(Number(path[0]), before[from ?? -1] ?? null);
    const leaves = new Set([
      ...partsOf('removed').map(({ path }) => path[0]),
      ...partsOf('moved').map(({ from }) => from),
    ]);
    const staying = before.filter((_, index) => !leaves.has(index));
    const length = staying.length + placed.size;
    return Array.from({ length }, (_, index) => {
      const item = placed.has(index) ? (placed.get(index) ?? null) : (staying.shift() ?? null);
      return applied(item, inside(index));
    });
  }
  if (typeof before !== 'object' || before === null) throw new Error('A leaf has no parts');
  const removed = new Set(partsOf('removed').map(({ path }) => path[0]));
  const members = Object.entries(before)
    .filter(([key]) => !removed.has(key))
    .map(([key, value]) => [key, applied(value, inside(key))] as const);
  const added = partsOf('added').map(({ path, after }) => [String(path[0]), read(after)] as const);
  return Object.fromEntries([...members, ...added]);
}

const read = (text: string | null): Json => JSON.parse(text ?? 'null') as Json;

const value = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, 0, 1, 'a', 'b', 'ab'),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.constantFrom('id', 'a', 'b', 'content'), tie('value'), { maxKeys: 4 }),
  ),
})).value;

const messages = (ids: string): Json[] => [...ids].map((id) => ({ id, type: 'ai', content: `says ${id}` }));
const log = (items: Json[]): string => JSON.stringify({ log: items });
const short = (differences: readonly JsonDifference[]): string[] =>
  differences.map(
    ({ kind, path, from }) => `${kind} ${path.join('.')}${from === undefined ? '' : ` from ${from}`}`,
  );

describe('diffJson', () => {
  it('says all that changed, and only what did: carried out it gives the later document', () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        const differences = diffJson(JSON.stringify(before), JSON.stringify(after));
        const result = JSON.stringify(applied(before, differences));
        expect(sameJson(result, JSON.stringify(after))).toBe(true);
      }),
      { numRuns: scaled(1000) },
    );
  });

  it('gives the later document for arrays whose items were moved, edited, taken out and put in', () => {
    const item = fc.record({ id: fc.constantFrom(...'abcdefgh'), n: fc.integer({ min: 0, max: 2 }) });
    const items = fc.array(item, { maxLength: 12 });
    fc.assert(
      fc.property(items, items, (before, after) => {
        const differences = diffJson(log(before), log(after));
        const result = JSON.stringify(applied({ log: before }, differences));
        expect(sameJson(result, log(after))).toBe(true);
      }),
      { numRuns: scaled(1000) },
    );
  });

  it('gives the later document for long lists in another order, also when ids are there more than once', () => {
    const item = fc.record({ id: fc.integer({ min: 0, max: 60 }), n: fc.integer({ min: 0, max: 2 }) });
    const items = fc.array(item, { minLength: 40, maxLength: 60 });
    fc.assert(
      fc.property(items, items, (before, after) => {
        const result = JSON.stringify(applied({ log: before }, diffJson(log(before), log(after))));
        expect(sameJson(result, log(after))).toBe(true);
      }),
      { numRuns: scaled(200) },
    );
  });

  it('finds many edits and many moves of items by their ids', () => {
    const before = Array.from({ length: 500 }, (_, index) => ({ id: `i${index}`, n: index }));
    const edited = before.map((one, index) => (index % 5 === 0 ? { ...one, n: -1 } : one));
    const edits = Array.from({ length: 100 }, (_, index) => `changed log.${index * 5}.n`);
    expect(short(diffJson(log(before), log(edited)))).toEqual(edits);
    expect(diffJson(log(before), log(before.toReversed()))).toHaveLength(499);
    expect(new Set(diffJson(log(before), log(edited.toReversed())).map(({ kind }) => kind))).toEqual(
      new Set(['moved', 'changed']),
    );
  });

  it.each([
    ['one put behind', 'abc', 'abcd', ['added log.3']],
    ['one put in front', 'abc', 'xabc', ['added log.0']],
    ['one put between', 'abcd', 'abxcd', ['added log.2']],
    ['one taken out', 'abcd', 'acd', ['removed log.1']],
    ['one moved to the front', 'abcd', 'dabc', ['moved log.0 from 3']],
    ['one moved to the end', 'abcd', 'bcda', ['moved log.3 from 0']],
    ['two that changed places', 'abcd', 'acbd', ['moved log.2 from 1']],
    ['the last two taken out', 'abcd', 'ab', ['removed log.2', 'removed log.3']],
  ])('reports the smallest change of a list: %s', (_, before, after, expected) => {
    expect(short(diffJson(log(messages(before)), log(messages(after))))).toEqual(expected);
    // The same for items without ids.
    expect(short(diffJson(log([...before]), log([...after])))).toEqual(expected);
  });

  it('matches messages by id, so that an edit beside an insertion is an edit', () => {
    const before = messages('abc');
    const after = [...messages('x'), { id: 'a', type: 'ai', content: 'says a' }, ...messages('bc')];
    after[2] = { id: 'b', type: 'ai', content: 'says more' };
    expect(short(diffJson(log(before), log(after)))).toEqual(['added log.0', 'changed log.2.content']);
  });

  it('distinguishes an edit of an item from an item that was put beside it, also without ids', () => {
    const before: Json[] = [
      { role: 'user', text: 'one' },
      { role: 'user', text: 'two', n: 1 },
    ];
    const after = [before[0] ?? null, { new: true }, { role: 'user', text: 'two!', n: 1 }];
    expect(short(diffJson(log(before), log(after)))).toEqual(['added log.1', 'changed log.2.text']);
  });

  it('does not report a draft that is only laid out differently', () => {
    const state = log([...messages('ab'), 0.5]);
    expect(diffJson(state, formatJson(state))).toEqual([]);
    const edited = formatJson(state).replace('says b', 'says é').replace('"é', '"\\u00e9');
    expect(short(diffJson(state, edited))).toEqual(['changed log.1.content']);
  });

  it('reports the one change of a list of thousands, wherever it is', () => {
    const items = Array.from({ length: 3000 }, (_, index) => ({
      id: `i${index}`,
      text: 'lorem ipsum '.repeat(5),
      at: index,
    }));
    const changed = (list: readonly Json[]): string[] =>
      short(
        diffJson(
          JSON.stringify({ topic: 'a', log: items, n: 1 }),
          JSON.stringify({ topic: 'a', log: list, n: 1 }),
        ),
      );
    expect(changed([...items, { id: 'new' }])).toEqual(['added log.3000']);
    expect(changed([{ id: 'new' }, ...items])).toEqual(['added log.0']);
    expect(changed(items.toSpliced(1500, 0, { id: 'new', text: '', at: 1500 }))).toEqual(['added log.1500']);
    expect(changed(items.toSpliced(1500, 1))).toEqual(['removed log.1500']);
    expect(changed([...items.slice(-1), ...items.slice(0, -1)])).toEqual(['moved log.0 from 2999']);
    expect(changed(items.with(1500, { id: 'i1500', text: 'new', at: 1500 }))).toEqual([
      'changed log.1500.text',
    ]);
  });

  it('matches long lists that have nothing in common, too', () => {
    const before = Array.from({ length: 20_000 }, (_, index) => ({ at: index }));
    const after = before.map(({ at }) => ({ at: at + 0.5 }));
    expect(diffJson(log(before), log(after))).toHaveLength(20_000);
  });

  it('reads each item of two lists without a common one only once, however many pairs there are', () => {
    const slice = vi.spyOn(String.prototype, 'slice');
    /** How many parts of the texts are read for two lists of `count` objects. No two items have the same length. */
    const readsOf = (count: number): number => {
      const items = (offset: number): Json[] =>
        Array.from({ length: count }, (_, index) =>
          Object.fromEntries(
            Array.from({ length: 30 }, (__, key) => [`key${key}`, 'x'.repeat(offset + index) + key]),
          ),
        );
      const [before, after] = [log(items(1)), log(items(100))];
      slice.mockClear();
      diffJson(before, after);
      return slice.mock.calls.length;
    };
    try {
      expect(readsOf(40)).toBeLessThan(3 * readsOf(20));
    } finally {
      slice.mockRestore();
    }
  });

  it('finds the edited one of several objects with hundreds of members', () => {
    const wide = (name: string): Record<string, Json> =>
      Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key${index}`, `${name}${index}`]));
    const edited = { ...wide('a'), key299: 'edited' };
    expect(short(diffJson(log([wide('a')]), log([wide('b'), edited])))).toEqual([
      'added log.0',
      'changed log.1.key299',
    ]);
  });

  it('takes what lies deeper than 1,000 levels as one text', () => {
    const deep = (inner: string): string => '['.repeat(5000) + inner + ']'.repeat(5000);
    const [only, ...others] = diffJson(deep('1'), deep('2'));
    expect(others).toEqual([]);
    expect(only?.path).toHaveLength(1000);
  });
});
