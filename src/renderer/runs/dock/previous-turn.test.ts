import { expect, it } from 'vitest';
import type { Run } from '../../../shared/model/run.ts';
import { previousTurn } from './previous-turn.ts';

const run = (runId: string, kind: Run['origin']['kind']) => ({
  runId,
  origin: { kind, checkpointId: null },
});

it('the turn before a run is the one whose last run is older than its input', () => {
  const runs = [
    run('5', 'resume'),
    run('4', 'input'),
    run('3', 'continue'),
    run('2', 'resume'),
    run('1', 'input'),
  ];
  expect(previousTurn(runs, '5')?.runId).toBe('3');
  expect(previousTurn(runs, '4')?.runId).toBe('3');
  expect(previousTurn(runs, '2')).toBeNull();
  expect(previousTurn(runs, 'of another thread')).toBeNull();
  expect(previousTurn([run('2', 'resume')], '2')).toBeNull();
});
