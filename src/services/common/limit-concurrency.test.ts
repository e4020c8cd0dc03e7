import { expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

it('runs tasks in order, at most as many at once as allowed, and continues after a failure', async () => {
  const inTurn = limitConcurrency(2);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const task = (id: number) => () => {
    started.push(id);
    return new Promise<number>((done, fail) => {
      ends[id] = () => (id === 0 ? fail(new Error('broken')) : done(id));
    });
  };
  const all = [0, 1, 2, 3].map((id) => inTurn(task(id)));
  const settled = Promise.allSettled(all);
  expect(started).toEqual([0, 1]);
  ends[0]?.();
  await expect(all[0]).rejects.toThrow('broken');
  await expect.poll(() => started).toEqual([0, 1, 2]);
  ends[1]?.();
  ends[2]?.();
  await expect.poll(() => started).toEqual([0, 1, 2, 3]);
  ends[3]?.();
  expect((await settled).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});
