import type { ThreadRecord } from '../../../shared/model/thread-record.ts';
import { indexRecord } from '../../../shared/thread-record/record-index.ts';
import type { CheckpointRunRequest } from './checkpoint-run-request.ts';

/** What the confirmation of a run says of a checkpoint; `null` if the record does not have it. */
export function runnableCheckpoint(
  record: ThreadRecord,
  namespace: string,
  checkpointId: string,
): CheckpointRunRequest['checkpoint'] | null {
  const { checkpoints, executions } = indexRecord(record);
  const checkpoint = checkpoints.get(namespace, checkpointId);
  if (checkpoint === undefined) return null;
  const subgraphs = executions
    .thatRead(namespace, checkpointId)
    .flatMap(({ nodeId, innerNamespace }) => (innerNamespace === null ? [] : { nodeId }));
  return { ...checkpoint, subgraphs };
}
