import type { CheckpointSummary, CheckpointTask } from '../../../../shared/model/threads/thread.ts';
import type { CheckpointLevel } from './execution-sources.ts';

/** A task that a checkpoint lists, with the checkpoint that a run made of it and its neighbours. */
export interface ListedTask {
  readonly namespace: string;
  readonly task: CheckpointTask;
  readonly before: CheckpointSummary;
  /** `null` if no run has finished the superstep. */
  readonly after: CheckpointSummary | null;
}

/**
 * The tasks of a node that the checkpoints list, oldest first. A task that a run finished several times, from
 * the same checkpoint, is listed once for each checkpoint that came of it. A task without result, error or
 * interrupt whose checkpoint no run went on from has not run: it is left out if something else followed.
 */
export function listTasks(levels: readonly CheckpointLevel[], name: string): readonly ListedTask[] {
  return levels.flatMap((level) => tasksOfLevel(level, name)).toSorted(byTime);
}

function tasksOfLevel({ namespace, checkpoints }: CheckpointLevel, name: string): ListedTask[] {
  const children = new Map<string, CheckpointSummary[]>();
  const isFollowed = new Set<string>();
  for (const checkpoint of checkpoints) {
    const { parentId, source } = checkpoint;
    if (parentId === null) continue;
    isFollowed.add(parentId);
    if (source !== 'loop') continue;
    const siblings = children.get(parentId);
    if (siblings) siblings.push(checkpoint);
    else children.set(parentId, [checkpoint]);
  }
  return checkpoints.flatMap((before) =>
    (before.tasks ?? []).flatMap((task): ListedTask[] => {
      if (task.name !== name) return [];
      const made = children.get(before.checkpointId) ?? [];
      if (made.length > 0) return made.map((after) => ({ namespace, task, before, after }));
      const isOpen = task.status !== undefined || !isFollowed.has(before.checkpointId);
      return isOpen ? [{ namespace, task, before, after: null }] : [];
    }),
  );
}

/** IDs of checkpoints sort by time. */
function byTime(a: ListedTask, b: ListedTask): number {
  return (
    compare(a.before.checkpointId, b.before.checkpointId) ||
    compare(a.after?.checkpointId ?? '~', b.after?.checkpointId ?? '~')
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The checkpoints on the way from the first one to a displayed one (`null`: the newest). */
export function branchTo(
  checkpoints: readonly CheckpointSummary[],
  checkpointId: string | null,
): ReadonlySet<string> {
  const byId = new Map(checkpoints.map((one) => [one.checkpointId, one]));
  const branch = new Set<string>();
  let at: string | null = checkpointId ?? checkpoints[0]?.checkpointId ?? null;
  while (at !== null && !branch.has(at)) {
    branch.add(at);
    at = byId.get(at)?.parentId ?? null;
  }
  return branch;
}
