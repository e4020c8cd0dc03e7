import { expect, it } from 'vitest';
import { runInBatches } from './run-in-batches.ts';

const ids = Array.from({ length: 45 }, (_, index) => `t${index}`);
const well = async (part: readonly string[]) => part.map((id) => ({ id, problem: null }));

it('a bulk action works in batches, reports its progress, and can be stopped', async () => {
  const progress: number[] = [];
  const all = await runInBatches(ids, well, (done) => progress.push(done) < 0);
  expect([all.came.length, all.problem, progress]).toEqual([45, null, [20, 40, 45]]);
  expect((await runInBatches(ids, well, () => true)).came).toHaveLength(20);
});

it('a bulk action that fails keeps what it did before', async () => {
  const fails = new Error('gone');
  const act = (part: readonly string[]) => (part[0] === 't20' ? Promise.reject(fails) : well(part));
  const { came, problem } = await runInBatches(ids, act, () => false);
  expect([came.length, problem]).toEqual([20, fails]);
});
