import { expect, it } from 'vitest';
import { aborted } from '../../services/common/abortable.ts';
import { combineStreams, mergeStreams } from './merge-streams.ts';

/** Yields the items, then waits until it is left, and says so. */
const source = (items: readonly string[], left: string[], name = items[0] ?? '') =>
  async function* (signal: AbortSignal) {
    try {
      yield* items;
      await aborted(signal);
    } finally {
      left.push(name);
    }
  };

it('two streams are one, and leaving it leaves both', async () => {
  const [left, items]: [string[], string[]] = [[], []];
  const { signal } = new AbortController();
  for await (const item of mergeStreams([source(['a', 'b'], left), source(['c'], left)], signal)) {
    items.push(item);
    if (items.length === 3) break;
  }
  expect(items.toSorted()).toEqual(['a', 'b', 'c']);
  await expect.poll(() => left.toSorted()).toEqual(['a', 'c']);
});

it('an abort ends both, also while an item waits', async () => {
  const left: string[] = [];
  const leave = new AbortController();
  const merged = mergeStreams([source(['a', 'b', 'c'], left), source(['d', 'e'], left)], leave.signal);
  await merged.next();
  leave.abort();
  expect((await merged.next()).done).toBe(true);
  await expect.poll(() => left.toSorted()).toEqual(['a', 'd']);
});

it('a stream that fails ends the other one', async () => {
  const left: string[] = [];
  const failing = async function* (): AsyncGenerator<string> {
    yield 'first';
    throw new Error('cut');
  };
  const { signal } = new AbortController();
  const read = async (): Promise<void> => {
    const merged = mergeStreams([failing, source(['a'], left)], signal);
    while (!(await merged.next()).done);
  };
  await expect(read()).rejects.toThrow('cut');
  await expect.poll(() => left).toEqual(['a']);
});

it('two snapshots are one once both are there, and leaving them leaves both', async () => {
  const left: string[] = [];
  const { signal } = new AbortController();
  const pairs: string[] = [];
  const combined = combineStreams(
    [source(['a'], left), source(['x', 'y'], left)],
    (first, second) => first + second,
    signal,
  );
  for await (const pair of combined) {
    pairs.push(pair);
    if (pair === 'ay') break;
  }
  expect(pairs.at(-1)).toBe('ay');
  await expect.poll(() => left.toSorted()).toEqual(['a', 'x']);
  expect(pairs.every((pair) => pair.startsWith('a'))).toBe(true);
});
