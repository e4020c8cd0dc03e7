import type { Run, RunOrigin } from '../../../../shared/model/runs/run.ts';
import type { CheckpointSummary } from '../../../../shared/model/threads/thread.ts';
import { findEditFork } from './find-edit-fork.ts';
import { continuesFromHead } from '../../../../shared/model/runs/continues-from-head.ts';
import { precedingRuns } from './preceding-runs.ts';

/** The runs of a pass, oldest first. */
export interface Pass {
  readonly runIds: readonly string[];
  /** There are more, which are not listed or too many. */
  readonly isCut: boolean;
}

/** More runs of a pass are not read. */
const mostRuns = 100;

/**
 * The pass of a run: from the one with the input, over all that answered or continued
 * it. `runs` and `checkpoints`: what is known of the thread, newest first. `began`: how the run was started, if
 * it is not listed yet. An edit of an older state begins another branch, so what continues it is a pass of its
 * own.
 */
export function passRuns(
  runs: readonly Run[],
  runId: string,
  began: RunOrigin | null,
  checkpoints: readonly CheckpointSummary[],
): Pass {
  const at = runs.findIndex((run) => run.runId === runId);
  const next = runs.slice(0, Math.max(0, at)).toReversed();
  const leaver = next.findIndex(({ origin }) => !continuesFromHead(origin));
  const later = next.slice(0, leaver < 0 ? next.length : leaver).map((run) => run.runId);
  let pass = [...later.toReversed(), runId, ...precedingRuns(runs, runId, began, mostRuns)];
  let isNewest = at < 1 || later.length === at;
  const originOf = (id: string): RunOrigin | null =>
    runs.find((run) => run.runId === id)?.origin ?? (id === runId ? began : null);
  for (;;) {
    const going = pass.filter((id) => {
      const origin = originOf(id);
      return origin !== null && continuesFromHead(origin);
    });
    const edit = findEditFork(checkpoints, going, isNewest);
    if (edit === null) {
      const all = pass.toReversed();
      const from = Math.min(all.indexOf(runId), Math.max(0, all.length - mostRuns));
      const runIds = all.slice(from, from + mostRuns);
      const first = originOf(runIds[0] ?? '');
      const isWhole = runIds.length === all.length && (first === null || !continuesFromHead(first));
      return { runIds, isCut: !isWhole };
    }
    if (edit.runs.includes(runId)) return { runIds: edit.runs.toReversed(), isCut: false };
    // The edit is newer than the run.
    pass = pass.slice(edit.runs.length);
    isNewest = false;
  }
}
