import { describe, expect, it } from 'vitest';
import type { ThreadRecord } from '../model/thread-record.ts';
import {
  recordedCheckpoint as checkpoint,
  recordedExecution as execution,
  recordedRun as run,
  recordedSpan as span,
  threadRecord,
} from '../../testing/thread-records.ts';
import { nodeStatuses } from './node-statuses.ts';
import { recordBefore } from './record-before.ts';

const drawn = (record: ThreadRecord): string[] =>
  [...(nodeStatuses(record, { kind: 'head' }) ?? [])].map(
    ([id, { status, visits }]) => `${id} ${status} ${visits}`,
  );
const inSubgraph = { namespace: 'sub:1', parentId: 'ask p a' };
const inside = { namespace: 'sub:1' };
const resumed = threadRecord({
  checkpoints: [
    checkpoint('i', null, { source: 'input' }),
    checkpoint('s', 'i'),
    checkpoint('p', 's'),
    checkpoint('a', 'p', { runId: 'r2' }),
    checkpoint('e', 'p', { runId: null, source: 'update', createdAt: 900 }),
    checkpoint('x', null, inside),
    checkpoint('y', 'x', inside),
    checkpoint('z', 'y', { ...inside, runId: 'r2' }),
  ],
  executions: [
    execution('plan', 's', 'p'),
    execution('ask', 'p', 'a', { spans: [span('r1'), span('r2')] }),
    execution('ask:draft', 'x', 'y', inSubgraph),
    execution('ask:wait', 'y', 'z', { ...inSubgraph, spans: [span('r1'), span('r2')] }),
    execution('beside', 'p', 'a', { spans: [span('r1')] }),
    execution('after', 'a', null),
  ],
  questions: [{ executionId: 'after a ', index: 0, interruptId: null, status: 'waiting' }],
  runs: [run('r1'), run('r2', { createdAt: 500, origin: { kind: 'resume', checkpointId: null } })],
});

describe('a record before one of its runs', () => {
  it('has what earlier runs did, with open questions, and nothing of the run, later ones or later edits', () => {
    const before = recordBefore(resumed, 'r2');
    expect(before.headId).toBe('p');
    expect(before.checkpoints.map(({ checkpointId }) => checkpointId)).toEqual(['i', 's', 'p', 'x', 'y']);
    expect(before.runs.map(({ runId }) => runId)).toEqual(['r1']);
    expect(before.questions).toEqual([]);
    expect(drawn(before)).toEqual([
      'plan finished 1',
      'ask interrupted 1',
      'ask:draft finished 1',
      'ask:wait interrupted 1',
      'beside finished 1',
    ]);
  });

  it('is empty before the first run, and the whole for a run that is not listed', () => {
    expect(recordBefore(resumed, 'r1')).toMatchObject({ headId: null, executions: [], runs: [] });
    const { headId, executions, runs } = recordBefore(resumed, 'r9');
    expect({ headId, executions, runs }).toEqual({
      headId: resumed.headId,
      executions: resumed.executions,
      runs: resumed.runs,
    });
  });
});
