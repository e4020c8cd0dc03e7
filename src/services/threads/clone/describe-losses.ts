import type { CloneLoss } from '../../../shared/model/threads/thread-clone.ts';
import type { SourceCheckpoint } from './source-history.ts';

/**
 * What no clone can have of a thread. `history`: all checkpoints; `branch`: those that are cloned, oldest first.
 * Ids, times, and what each task wrote are always different and not listed.
 */
export function describeLosses(
  history: readonly SourceCheckpoint[],
  branch: readonly SourceCheckpoint[],
): CloneLoss[] {
  const open = branch.at(-1)?.tasks ?? [];
  const runs = new Set(history.flatMap(({ runId }) => runId ?? []));
  const subgraphTasks = history.flatMap(({ tasks }) => tasks.filter(({ hasSubgraph }) => hasSubgraph));
  // An input that was never taken in is in the clone, too.
  const isFinished = open.filter(({ name, resultText }) => resultText !== null && name !== '__start__');
  const counts: Readonly<Record<CloneLoss['kind'], number>> = {
    'other-branches': history.length - branch.length,
    'pending-interrupts': open.reduce((sum, { interrupts }) => sum + interrupts, 0),
    'failed-tasks': open.filter(({ failed }) => failed).length,
    'finished-tasks': isFinished.length,
    'subgraph-checkpoints': subgraphTasks.length,
    runs: runs.size,
  };
  return Object.entries(counts).flatMap(([kind, count]) =>
    count > 0 ? { kind: kind as CloneLoss['kind'], count } : [],
  );
}
