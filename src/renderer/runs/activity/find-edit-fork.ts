import type { CheckpointSummary } from '../../../shared/model/threads/thread.ts';

/** An edit of the past from which a run went on although its request names no checkpoint: the edit was the newest state. */
export interface EditFork {
  readonly checkpointId: string;
  /** The runs from there on, newest first: none of an older one led here. */
  readonly runs: readonly string[];
}

/**
 * The edit as a fork at which a run, or the newest of those that it goes on from, began. `pass`: the run and those that it
 * goes on from, newest first, without one that named a checkpoint or began with an input. `checkpoints`: the thread's, newest first, as far as they are known.
 */
export function findEditFork(
  checkpoints: readonly CheckpointSummary[],
  pass: readonly string[],
  isNewestRun: boolean,
): EditFork | null {
  if (pass.length === 0) return null;
  const byId = new Map(checkpoints.map((checkpoint) => [checkpoint.checkpointId, checkpoint]));
  for (const [at, runId] of pass.entries()) {
    const first = checkpoints.findLast((row) => row.runId === runId && row.source !== 'update');
    // A run that has not made a checkpoint yet goes on from the newest one.
    const from = first
      ? byId.get(first.parentId ?? '')
      : isNewestRun && at === 0
        ? checkpoints[0]
        : undefined;
    const edit = from?.source === 'update' ? from : null;
    if (edit && isFork(edit, checkpoints)) {
      return { checkpointId: edit.checkpointId, runs: pass.slice(0, at + 1) };
    }
  }
  return null;
}

/** Whether something else follows what was edited. */
function isFork(
  { checkpointId, parentId }: CheckpointSummary,
  checkpoints: readonly CheckpointSummary[],
): boolean {
  return (
    parentId !== null &&
    checkpoints.some((row) => row.parentId === parentId && row.checkpointId !== checkpointId)
  );
}
