import { describe, expect, it } from 'vitest';
import { FlattenedBatches } from './flatten-batches.ts';

async function* batches(...lists: readonly (readonly number[])[]): AsyncGenerator<readonly number[], void> {
  for (const list of lists) yield list;
}

describe('flattenBatches', () => {
  it('yields items in order, and requests a batch only when the last one is used up', async () => {
    let taken = 0;
    const source = (async function* (): AsyncGenerator<readonly number[], void, undefined> {
      for (const list of [[1, 2], [], [3]]) {
        taken += 1;
        yield list;
      }
    })();
    const flat = new FlattenedBatches(source);
    const received: [number | undefined, number][] = [];
    for await (const value of flat) received.push([value, taken]);
    expect(received).toEqual([
      [1, 1],
      [2, 1],
      [3, 3],
    ]);
  });

  it('resolves concurrent calls in order, also after the end', async () => {
    const flat = new FlattenedBatches(batches([1, 2], [3]));
    const answers = await Promise.all(Array.from({ length: 6 }, () => flat.next()));
    expect(answers.map(({ value }) => value)).toEqual([1, 2, 3, undefined, undefined, undefined]);
    expect(answers.map(({ done }) => done)).toEqual([false, false, false, true, true, true]);
  });

  it('closes its source when the loop is left, and passes on its errors', async () => {
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
