import { describe, expect, it } from 'vitest';
import type { RunEnding, ThreadRecord } from '../model/thread-record.ts';
import {
  recordedCheckpoint,
  recordedExecution,
  recordedRun,
  recordedSpan,
  threadRecord,
} from '../../testing/thread-records.ts';
import { executionsOfRuns } from './executions-of-runs.ts';

/** Statuses and times of what some runs did, by node. */
const show = (record: ThreadRecord, ...runIds: readonly string[]): string[] =>
  executionsOfRuns(record, runIds.length === 0 ? null : new Set(runIds)).map(
    ({ execution, status, runId, time }) => `${execution.nodeId} ${status} ${runId} ${time?.ms ?? '?'}`,
  );

const checkpoints = [
  recordedCheckpoint('1', null),
  recordedCheckpoint('2', '1'),
  recordedCheckpoint('3', '2', { runId: 'r2' }),
];

describe('executionsOfRuns', () => {
  it('says how the run that asked left a node, and how the run that answered did', () => {
    const ask = recordedExecution('ask', '2', '3', {
      spans: [recordedSpan('r1', 10, 15), recordedSpan('r2', 90, 120)],
    });
    const record = threadRecord({
      checkpoints,
      executions: [recordedExecution('plan', '1', '2', { spans: [recordedSpan('r1', 0, 10)] }), ask],
      runs: [
        recordedRun('r1', { ending: { kind: 'interrupted', executionIds: [ask.executionId] } }),
        recordedRun('r2'),
      ],
    });
    expect(show(record, 'r1')).toEqual(['plan finished r1 10', 'ask interrupted r1 5']);
    expect(show(record, 'r2')).toEqual(['ask finished r2 30']);
    expect(show(record)).toEqual(['plan finished r1 10', 'ask finished r2 35']);
  });

  it('gives the failure of a node and of the one around it, and what it aborted, once a later run has finished them', () => {
    const spans = [recordedSpan('r1'), recordedSpan('r2')];
    const outer = recordedExecution('write', '2', '3', { spans });
    const inner = recordedExecution('write:draft', null, null, {
      parentId: outer.executionId,
      namespace: 'write:1',
      status: 'finished',
      spans,
    });
    const beside = recordedExecution('check', '2', '3', { spans });
    const record = threadRecord({
      checkpoints,
      executions: [outer, inner, beside],
      runs: [
        recordedRun('r1', {
          ending: { kind: 'failed', executionId: inner.executionId, error: 'no', isRecursionLimit: false },
        }),
        recordedRun('r2'),
      ],
    });
    expect(show(record, 'r1').map((line) => line.split(' ', 2).join(' '))).toEqual([
      'write failed',
      'write:draft failed',
      'check aborted',
    ]);
  });

  it('does not know how a run left a node that one of two runs finished', () => {
    const quick = recordedExecution('quick', '2', '3', { spans: [recordedSpan(null)] });
    const record = threadRecord({
      checkpoints,
      executions: [quick],
      runs: [recordedRun('r1'), recordedRun('r2')],
    });
    expect(show(record, 'r2')).toEqual(['quick unknown null ?']);
    expect(show(record, 'r1', 'r2')).toEqual(['quick finished r2 ?']);
  });

  it('knows that servers keep only the last questions of a node that was asked again', () => {
    const ask = recordedExecution('ask', '2', '3', {
      spans: [recordedSpan('r1'), recordedSpan('r2'), recordedSpan('r3')],
    });
    const interrupted: RunEnding = { kind: 'interrupted', executionIds: [ask.executionId] };
    const record = threadRecord({
      checkpoints,
      executions: [ask],
      runs: [
        recordedRun('r1', { ending: interrupted }),
        recordedRun('r2', { ending: interrupted }),
        recordedRun('r3'),
      ],
    });
    const wasAskedAgain = (runId: string) => executionsOfRuns(record, new Set([runId]))[0]?.wasAskedAgain;
    expect([wasAskedAgain('r1'), wasAskedAgain('r2')]).toEqual([true, false]);
  });
});
