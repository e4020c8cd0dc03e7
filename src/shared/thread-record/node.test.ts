import { describe, expect, it } from 'vitest';
import {
  recordedCheckpoint as checkpoint,
  recordedExecution as execution,
  threadRecord,
} from '../../testing/thread-records.ts';
import { chooseExecution, executionsOfNode, mayHaveRun } from './node.ts';

const record = threadRecord({
  checkpoints: [
    checkpoint('s', null),
    checkpoint('a', 's'),
    checkpoint('b', 'a'),
    checkpoint('f', 's', { source: 'fork', copyOf: 'a' }),
  ],
  executions: [
    execution('plan', 's', 'a', { executionId: 'p1' }),
    execution('plan:think', 'x', 'y', { executionId: 't1', parentId: 'p1', namespace: 'plan:1' }),
    execution('write', 'a', 'b', { executionId: 'w1' }),
    execution('write', 'f', null, { executionId: 'w2', status: 'interrupted' }),
    execution('write', null, null, { executionId: 'w3', status: 'running' }),
  ],
  questions: [{ executionId: 'w2', index: 0, interruptId: 'q', status: 'waiting' }],
});
const listed = (nodeId: string, checkpointId: string | null) =>
  executionsOfNode(record, nodeId, checkpointId).map(
    ({ execution: { executionId }, isOnBranch }) => `${executionId}${isOnBranch ? '' : ' elsewhere'}`,
  );

describe('executionsOfNode', () => {
  it('shows which executions are on the displayed branch', () => {
    expect(listed('write', null)).toEqual(['w1 elsewhere', 'w2', 'w3']);
    expect(listed('write', 'b')).toEqual(['w1', 'w2 elsewhere', 'w3']);
    expect(listed('plan:think', 'f')).toEqual(['t1']);
    expect(listed('plan:think', 's')).toEqual(['t1']);
    expect(listed('nowhere', null)).toEqual([]);
  });

  it('has the questions of each', () => {
    expect(executionsOfNode(record, 'write', null)[1]?.questions).toMatchObject([{ interruptId: 'q' }]);
  });
});

it('shows the clicked task first, then that of the displayed checkpoint, then the last one that started', () => {
  const executions = executionsOfNode(record, 'write', 'a');
  const chosen = (taskId: string | null, checkpointId: string | null) =>
    chooseExecution(executions, taskId, checkpointId)?.execution.executionId;
  expect(chosen('write of f', 'a')).toBe('w2');
  expect(chosen('gone', 'a')).toBe('w1');
  expect(chosen(null, null)).toBe('w3');
  expect(chooseExecution([], null, null)).toBeNull();
});

it('shows the execution on the displayed branch of a task that ran on several', () => {
  const forked = threadRecord({
    checkpoints: [checkpoint('s', null), checkpoint('a', 's'), checkpoint('b', 's', { runId: 'r2' })],
    executions: [
      execution('plan', 's', 'a', { executionId: 't', taskId: 't' }),
      execution('plan', 's', 'b', { executionId: 't@b', taskId: 't' }),
    ],
  });
  const chosenAt = (checkpointId: string | null) =>
    chooseExecution(executionsOfNode(forked, 'plan', checkpointId), 't', checkpointId)?.execution.executionId;
  expect([chosenAt('a'), chosenAt('b'), chosenAt(null)]).toEqual(['t', 't@b', 't@b']);
});

describe('mayHaveRun', () => {
  it('is so inside a subgraph whose tasks are unknown, and where older checkpoints are not read', () => {
    expect(mayHaveRun(record, 'write:draft')).toBe(true);
    expect(mayHaveRun(record, 'plan:draft')).toBe(false);
    expect(mayHaveRun(record, 'other')).toBe(false);
    expect(mayHaveRun({ ...record, gaps: [{ kind: 'limit' }] }, 'other')).toBe(true);
  });

  it('is not so inside what has not started', () => {
    const next = threadRecord({
      checkpoints: [checkpoint('s', null)],
      executions: [execution('a', 's', null)],
    });
    expect(mayHaveRun(next, 'a:b')).toBe(false);
  });
});
