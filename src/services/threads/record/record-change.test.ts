import { expect, it } from 'vitest';
import { recordedRun as run, threadRecord } from '../../../testing/thread-records.ts';
import { applyChange } from '../../../shared/thread-record/apply-change.ts';
import { recordChange } from './record-change.ts';

it('a run whose checkpoints were read before its record takes its place once that is listed', () => {
  // A run that only checkpoints name comes before all listed ones.
  const unlisted = run('r2', { createdAt: null, status: 'unknown', ending: null });
  const before = threadRecord({ checkpoints: [], runs: [unlisted, run('r1')] });
  const after = { ...before, runs: [run('r1'), run('r2')] };
  const change = recordChange(before, after);
  if (change === null) throw new Error('It changed.');
  expect(applyChange(before, change)?.runs).toEqual(after.runs);
});
