import type { CloneLoss } from '../../../shared/model/thread-clone.ts';
import type { SideBranch } from './side-branches.ts';
import type { SourceCheckpoint } from './source-history.ts';
import type { PlannedStep } from './step-plan.ts';
import { isOneUpdate } from './write-branches.ts';

// What no clone can have of a thread. `history`: all checkpoints; `branches`: those that are cloned, the newest one
// first, with their plans. Ids, times, and what each task wrote are always different and not listed.
export function describeLosses(
  history: readonly SourceCheckpoint[],
  branches: readonly SideBranch[],
  plans: readonly (readonly PlannedStep[])[],
): CloneLoss[] {
  const cloned = branches.reduce((sum, { path, ownFrom }) => sum + path.length - ownFrom, 0);
  const open = branches.flatMap(({ path }) => path.at(-1)?.tasks ?? []);
  const joined = branches.flatMap(({ ownFrom }, index) =>
    index === 0 ? [] : (plans[index] ?? []).slice(ownFrom).filter((step) => !isOneUpdate(step)),
  );
  const runs = new Set(history.flatMap(({ runId }) => runId ?? []));
  const subgraphTasks = history.flatMap(({ tasks }) => tasks.filter(({ hasSubgraph }) => hasSubgraph));
  // An input that was never taken in is in the clone, too.
  const isFinished = open.filter(({ name, resultText }) => resultText !== null && name !== '__start__');
  const counts: Readonly<Record<CloneLoss['kind'], number>> = {
    'other-branches': history.length - cloned,
    'joined-writers': joined.length,
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
