import type { Execution, ThreadRecord } from '../../../shared/model/thread-record.ts';
import { lastExecutionOf } from '../../../shared/thread-record/execution-address.ts';
import type { CheckpointRunRequest } from './checkpoint-run-request.ts';
import { runnableCheckpoint } from './runnable-checkpoint.ts';

export interface RunnableExecution {
  readonly execution: Execution;
  readonly checkpoint: CheckpointRunRequest['checkpoint'];
}

/** The last time that a node ran, or would run, on the displayed branch. Servers start no run inside a subgraph. */
export function findLastExecution(
  record: ThreadRecord,
  nodeId: string,
  checkpointId: string | null,
): RunnableExecution | null {
  const execution = lastExecutionOf(record, nodeId, checkpointId);
  if (execution === null || execution.before === null || execution.namespace !== '') return null;
  const checkpoint = runnableCheckpoint(record, '', execution.before);
  return checkpoint === null ? null : { execution, checkpoint };
}
