import type { CheckpointSummary } from '../../../../shared/model/threads/thread.ts';

/** A fork made by editing the newest state: the run continues from it although its request names no checkpoint. */
export interface EditFork {
  readonly checkpointId: string;
  /** The runs since the edit, newest first. */
  readonly runs: readonly string[];
}

/**
 * Finds the edit from which a run, or the newest of the runs it continues, started. `pass`: the run and its
 * predecessors, newest first, without one that named a checkpoint or started with an input. `checkpoints`:
 * the known checkpoints of the thread, newest first.
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
    // A run without a checkpoint yet continues from the newest one.
    const from = first
      ? byId.get(first.parentId ?? '')
      : isNewestRun && at === 0
        ? checkpoints[0]
        : undefined;
    if (from !== undefined && isEditFork(from, checkpoints, byId)) {
      return { checkpointId: from.checkpointId, runs: pass.slice(0, at + 1) };
    }
  }
  return null;
}

/** Whether an edit, or one of those that it followed, is of an older state. */
function isEditFork(
  from: CheckpointSummary,
  checkpoints: readonly CheckpointSummary[],
  byId: ReadonlyMap<string, CheckpointSummary>,
): boolean {
  const seen = new Set<CheckpointSummary>();
  let edit: CheckpointSummary | undefined = from;
  while (edit?.source === 'update' && !seen.has(edit)) {
    if (isFork(edit, checkpoints)) return true;
    seen.add(edit);
    edit = byId.get(edit.parentId ?? '');
  }
  return false;
}

/** Whether the edited checkpoint has another successor. */
function isFork(
  { checkpointId, parentId }: CheckpointSummary,
  checkpoints: readonly CheckpointSummary[],
): boolean {
  return (
    parentId !== null &&
    checkpoints.some((row) => row.parentId === parentId && row.checkpointId !== checkpointId)
  );
}
