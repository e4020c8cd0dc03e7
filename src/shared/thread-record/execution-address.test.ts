import { describe, expect, it } from 'vitest';
import {
  recordedCheckpoint as checkpoint,
  recordedExecution as execution,
  threadRecord,
} from '../../testing/thread-records.ts';
import { addressOfExecution, lastExecutionOf } from './execution-address.ts';

const inner = { namespace: 'write:w' };
const record = threadRecord({
  checkpoints: [
    checkpoint('1', null),
    checkpoint('2', '1'),
    checkpoint('3', '2'),
    checkpoint('8', null, inner),
    checkpoint('9', '8', inner),
  ],
  executions: [
    execution('plan', '1', '2', { executionId: 'p', taskId: 'p' }),
    execution('write', '2', '3', { executionId: 'w', taskId: 'w' }),
    execution('write:draft', '8', '9', { ...inner, executionId: 'd', taskId: 'd', parentId: 'w' }),
    execution('end', '3', null, { executionId: 'e', taskId: 'e', status: 'interrupted' }),
    execution('after', '3', null, { executionId: 'a', taskId: 'a' }),
    execution('join', null, null, { executionId: 'j', taskId: 'j', status: 'running' }),
  ],
});

describe('where an execution read its state', () => {
  it('is a checkpoint of the thread, or one of a subgraph below it', () => {
    expect(addressOfExecution(record, 'p')).toEqual({
      taskId: 'p',
      checkpointId: '1',
      checkpointNs: '',
      rootId: '1',
    });
    expect(addressOfExecution(record, 'd')).toEqual({
      taskId: 'd',
      checkpointId: '8',
      checkpointNs: 'write:w',
      rootId: '2',
    });
  });

  it('is unknown without a checkpoint', () => {
    expect(addressOfExecution(record, 'j')).toBeNull();
    expect(addressOfExecution(record, 'gone')).toBeNull();
  });
});

it('finds the last execution of a node that a checkpoint lists, if wanted only one that ran', () => {
  const last = (nodeId: string, hasStarted?: boolean) =>
    lastExecutionOf(record, nodeId, null, hasStarted)?.executionId;
  expect(last('end', true)).toBe('e');
  expect(last('write:draft')).toBe('d');
  expect(last('after')).toBe('a');
  expect(last('after', true)).toBeUndefined();
  expect(last('join')).toBeUndefined();
  expect(last('nothing')).toBeUndefined();
});
