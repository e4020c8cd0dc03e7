import type { Execution, ThreadRecord } from '../model/thread-record.ts';
import { executionFacts } from './execution-facts.ts';
import { chooseExecution, executionsOfNode } from './node.ts';
import { indexRecord } from './record-index.ts';

/** Where the state is that an execution read. */
export interface ExecutionAddress {
  readonly taskId: string;
  readonly checkpointId: string;
  /** Of the subgraph; empty for the root graph. */
  readonly checkpointNs: string;
  /** The checkpoint of the thread whose tasks ran the subgraph; the same for the root graph. */
  readonly rootId: string;
}

/** `null` if no checkpoint is known that lists it. */
export function addressOf(record: ThreadRecord, execution: Execution): ExecutionAddress | null {
  const { taskId, before, namespace } = execution;
  const { rootCheckpointId } = executionFacts(record, execution);
  if (before === null || rootCheckpointId === null) return null;
  return { taskId, checkpointId: before, checkpointNs: namespace, rootId: rootCheckpointId };
}

export function addressOfExecution(record: ThreadRecord, executionId: string): ExecutionAddress | null {
  const execution = indexRecord(record).executions.get(executionId);
  return execution === undefined ? null : addressOf(record, execution);
}

/**
 * The execution of a node that the Node tab shows first, of those that a checkpoint lists. `checkpointId`: the displayed
 * checkpoint, `null` for the newest one. `hasStarted`: only one that ran.
 */
export function lastExecutionOf(
  record: ThreadRecord,
  nodeId: string,
  checkpointId: string | null,
  hasStarted = false,
): Execution | null {
  const listed = executionsOfNode(record, nodeId, checkpointId).filter(
    ({ execution: { before, status } }) =>
      before !== null && !(hasStarted && (status === 'next' || status === 'queued')),
  );
  return chooseExecution(listed, null, checkpointId)?.execution ?? null;
}
