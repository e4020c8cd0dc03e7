import { describe, expect, it } from 'vitest';
import type { ThreadRecordChange } from '../model/thread-record.ts';
import {
  recordedCheckpoint as checkpoint,
  recordedExecution as execution,
  recordedRun as run,
  threadRecord,
} from '../../testing/thread-records.ts';
import { applyChange } from './apply-change.ts';
import { indexRecord } from './record-index.ts';

const before = threadRecord({
  checkpoints: [checkpoint('a', null), checkpoint('b', 'a')],
  executions: [execution('x', 'a', 'b'), execution('y', 'b', null)],
  runs: [run('r1')],
});
const none: Extract<ThreadRecordChange, { kind: 'change' }> = {
  kind: 'change',
  headId: 'b',
  checkpoints: [[0, 2]],
  executions: [[0, 2]],
  questions: [],
  runs: [[0, 1]],
  gaps: [],
  copies: [],
};

describe('applyChange', () => {
  it('keeps everything that a change does not name', () => {
    const after = applyChange(before, none);
    expect(after).toEqual(before);
    for (const key of ['checkpoints', 'executions', 'questions', 'runs', 'gaps', 'copies'] as const)
      expect(after?.[key]).toBe(before[key]);
  });

  it('replaces, adds, removes and orders', () => {
    const running = execution('y', 'b', null, { status: 'running' });
    const first = execution('w', 'a', null, { status: 'failed' });
    const after = applyChange(before, {
      ...none,
      headId: 'c',
      checkpoints: [[0, 2], checkpoint('c', 'b')],
      executions: [first, running],
      runs: [[0, 1], run('r2', { status: 'running', ending: null })],
    });
    expect(after).toMatchObject({
      headId: 'c',
      checkpoints: [{ checkpointId: 'a' }, { checkpointId: 'b' }, { checkpointId: 'c' }],
      executions: [{ nodeId: 'w' }, { nodeId: 'y', status: 'running' }],
      runs: [{ runId: 'r1' }, { runId: 'r2' }],
    });
    expect(after?.checkpoints[0]).toBe(before.checkpoints[0]);
    expect(before.executions).toHaveLength(2);
  });

  it('keeps look-ups for the newest version, and makes those of an older one again', () => {
    const old = indexRecord(before).executions;
    const running = execution('y', 'b', null, { status: 'running' });
    const inner = execution('y:z', null, null, { parentId: running.executionId });
    const after = applyChange(before, { ...none, executions: [[0, 1], running, inner] });
    if (after === null) throw new Error('There was a record.');
    expect(indexRecord(after).executions).toBe(old);
    expect(old.thatRead('', 'b')).toEqual([running]);
    expect(old.inside(running.executionId)).toEqual([inner]);
    expect(indexRecord(before).executions.thatRead('', 'b')).toEqual([before.executions[1]]);
  });

  it('begins with a snapshot', () => {
    expect(applyChange(null, none)).toBeNull();
    expect(applyChange(null, { kind: 'snapshot', record: before })).toBe(before);
  });
});
