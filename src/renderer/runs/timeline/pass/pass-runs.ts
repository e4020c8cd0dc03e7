import type { Run, RunOrigin } from '../../../../shared/model/runs/run.ts';
import type { CheckpointSummary } from '../../../../shared/model/threads/thread.ts';
import { findEditFork } from '../../activity/find-edit-fork.ts';
import { continuesFromHead, precedingRuns } from '../../activity/preceding-runs.ts';

/**
 * The runs of the pass of a run, oldest first: from the one with the input, over all that answered or continued
 * it. `runs` and `checkpoints`: what is known of the thread, newest first. `began`: how the run was started, if
 * it is not listed yet. An edit of an older state begins another branch, so what continues it is a pass of its
 * own.
 */
export function passRuns(
  runs: readonly Run[],
  runId: string,
  began: RunOrigin | null,
  checkpoints: readonly CheckpointSummary[],
): readonly string[] {
  const at = runs.findIndex((run) => run.runId === runId);
  const next = runs.slice(0, Math.max(0, at)).toReversed();
  const leaver = next.findIndex(({ origin }) => !continuesFromHead(origin));
  const later = next.slice(0, leaver < 0 ? next.length : leaver).map((run) => run.runId);
  let pass = [...later.toReversed(), runId, ...precedingRuns(runs, runId, began)];
  let isNewest = at < 1 || later.length === at;
  const originOf = (id: string): RunOrigin | null =>
    runs.find((run) => run.runId === id)?.origin ?? (id === runId ? began : null);
  for (;;) {
    const going = pass.filter((id) => {
      const origin = originOf(id);
      return origin !== null && continuesFromHead(origin);
    });
    const edit = findEditFork(checkpoints, going, isNewest);
    if (edit === null) return pass.toReversed();
    if (edit.runs.includes(runId)) return edit.runs.toReversed();
    // The edit is newer than the run.
    pass = pass.slice(edit.runs.length);
    isNewest = false;
  }
}
