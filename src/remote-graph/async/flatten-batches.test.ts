import { describe, expect, it } from 'vitest';
import { FlattenedBatches } from './flatten-batches.ts';

async function* batches(...lists: readonly (readonly number[])[]): AsyncGenerator<readonly number[], void> {
  for (const list of lists) yield list;
}

describe('FlatBatches', () => {
  it('R-13: hands out one by one, in order, and takes a batch only when the one before is used up', async () => {
    let taken = 0;
    const source = (async function* (): AsyncGenerator<readonly number[], void, undefined> {
      for (const list of [[1, 2], [], [3]]) {
        taken += 1;
        yield list;
      }
    })();
    const flat = new FlattenedBatches(source);
    const seen: [number | undefined, number][] = [];
    for await (const value of flat) seen.push([value, taken]);
    expect(seen).toEqual([
      [1, 1],
      [2, 1],
      [3, 3],
    ]);
  });

  it('answers calls that were made at once in their order, and all after the end', async () => {
    const flat = new FlattenedBatches(batches([1, 2], [3]));
    const answers = await Promise.all(Array.from({ length: 6 }, () => flat.next()));
    expect(answers.map(({ value }) => value)).toEqual([1, 2, 3, undefined, undefined, undefined]);
    expect(answers.map(({ done }) => done)).toEqual([false, false, false, true, true, true]);
  });

  it('ends its source when the loop is left, and hands on a failure of it', async () => {
    let ended = false;
    const source = (async function* (): AsyncGenerator<readonly number[], void, undefined> {
      try {
        yield [1, 2];
        throw new Error('broken');
      } finally {
        ended = true;
      }
    })();
    const flat = new FlattenedBatches(source);
    for await (const value of flat) if (value === 1) break;
    expect(ended).toBe(true);
    expect(await flat.next()).toEqual({ done: true, value: undefined });
    const failing = new FlattenedBatches(
      (async function* (): AsyncGenerator<readonly number[], void, undefined> {
        yield [1];
        throw new Error('broken');
      })(),
    );
    await failing.next();
    await expect(failing.next()).rejects.toThrow('broken');
  });
});
