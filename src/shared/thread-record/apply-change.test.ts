import { describe, expect, it } from 'vitest';
import type { ThreadRecordChange } from '../model/threads/thread-record.ts';
import {
  recordedCheckpoint as checkpoint,
  recordedExecution as execution,
  recordedRun as run,
  threadRecord,
} from '../../testing/thread-records.ts';
import { applyChange } from './apply-change.ts';

const before = threadRecord({
  checkpoints: [checkpoint('a', null), checkpoint('b', 'a')],
  executions: [execution('x', 'a', 'b'), execution('y', 'b', null)],
  runs: [run('r1')],
});
const none: Extract<ThreadRecordChange, { kind: 'change' }> = {
  kind: 'change',
  headId: 'b',
  checkpoints: [],
  executions: [],
  removedExecutions: [],
  questions: [],
  runs: [],
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
      checkpoints: [checkpoint('c', 'b')],
      executions: [running, first],
      removedExecutions: ['x a b'],
      order: [first.executionId, running.executionId],
      runs: [run('r2', { status: 'running', ending: null })],
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

  it('tells checkpoints with the same id apart by their namespaces', () => {
    const inner = checkpoint('a', null, { namespace: 'sub' });
    expect(applyChange(before, { ...none, checkpoints: [inner] })?.checkpoints).toHaveLength(3);
  });

  it('begins with a snapshot', () => {
    expect(applyChange(null, none)).toBeNull();
    expect(applyChange(null, { kind: 'snapshot', record: before })).toBe(before);
  });
});
