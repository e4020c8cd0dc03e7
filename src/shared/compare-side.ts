import type { CompareSide, ExecutionRef } from './model/comparison.ts';

interface OnThread {
  readonly connectionId: string;
  readonly threadId: string;
}

/** A checkpoint as a side. `checkpointNs`: empty for the root graph. */
export function checkpointSide(
  { connectionId, threadId }: OnThread,
  { checkpointId, checkpointNs }: Pick<ExecutionRef, 'checkpointId' | 'checkpointNs'>,
): Extract<CompareSide, { kind: 'checkpoint' }> {
  return { kind: 'checkpoint', connectionId, threadId, checkpointId, ...level(checkpointNs) };
}

/** One execution of a node as a side, by the checkpoint that lists its task. */
export function executionSide(
  { connectionId, threadId }: OnThread,
  { checkpointId, checkpointNs, taskId }: Pick<ExecutionRef, 'checkpointId' | 'checkpointNs' | 'taskId'>,
): Extract<CompareSide, { kind: 'execution' }> {
  return { kind: 'execution', connectionId, threadId, checkpointId, ...level(checkpointNs), taskId };
}

function level(checkpointNs: string): { readonly checkpointNs?: string } {
  return checkpointNs === '' ? {} : { checkpointNs };
}
