import { describe, expect, it } from 'vitest';
import type { RecordedRun } from '../../../shared/model/thread-record.ts';
import type { NodeActivity } from '../../shared-ui/node-activity.ts';
import { emptyRecord } from '../../../shared/run-events/merge-events.ts';
import { hasLostCheckpoints, toActivities, withStartingRun } from './NodeStatusUpdater.tsx';

const lines = (activities: ReadonlyMap<string, NodeActivity>) =>
  [...activities].map(
    ([id, { status, visits, ms, bound }]) => `${id} ${status} ${visits} ${bound ?? ''}${ms}`,
  );

describe('toActivities', () => {
  it('keeps the bound of a time, and calls an interrupted node waiting', () => {
    const time = (ms: number, bound: 'exact' | 'atMost') => ({ ms, sumMs: ms, bound, isSeen: false });
    const nodes = new Map([
      ['a', { status: 'finished', visits: 2, time: time(5, 'atMost') }],
      ['b', { status: 'interrupted', visits: 1, time: time(7, 'exact') }],
      ['c', { status: 'cancelled', visits: 1, time: null }],
    ] as const);
    expect(lines(toActivities(nodes))).toEqual([
      'a finished 2 atMost5',
      'b waiting 1 7',
      'c cancelled 1 null',
    ]);
  });
});

describe('withStartingRun', () => {
  it('queues what the run goes on with, and marks nothing else that stopped', () => {
    const state = new Map<string, NodeActivity>([
      ['a', { status: 'finished', visits: 1, ms: 10 }],
      ['b', { status: 'waiting', visits: 1, ms: 3 }],
      ['c', { status: 'next', visits: 0, ms: null }],
    ]);
    expect(lines(withStartingRun(state, true))).toEqual([
      'a finished 1 10',
      'b queued 1 3',
      'c queued 0 null',
    ]);
    expect(lines(withStartingRun(state, false))).toEqual(['a finished 1 10', 'b idle 1 3', 'c idle 0 null']);
  });
});

describe('hasLostCheckpoints', () => {
  const run = (ending: RecordedRun['ending']): RecordedRun => ({
    runId: 'r',
    assistantId: null,
    origin: { kind: 'input', checkpointId: null },
    source: 'unknown',
    createdAt: 0,
    endedAt: 1,
    status: ending === null ? 'queued' : 'ended',
    ending,
  });
  const withRuns = (...runs: RecordedRun[]): boolean => hasLostCheckpoints({ ...emptyRecord('t'), runs });

  it('is about threads with ended runs of which nothing else is known', () => {
    const lost = run({ kind: 'unknown', why: 'None of its checkpoints is known.' });
    expect(withRuns(lost)).toBe(true);
    // These threads have certainly not run any node, or not yet.
    expect(withRuns()).toBe(false);
    expect(withRuns(run(null))).toBe(false);
    expect(withRuns(run({ kind: 'cancelled', isKept: null }))).toBe(false);
  });
});
