import type { CheckpointSummary } from '../../shared/model/threads/thread.ts';

type Linked = Pick<CheckpointSummary, 'checkpointId' | 'parentId'>;

/**
 * The branch through a checkpoint, oldest first, as far as it is loaded: its ancestors, itself and its
 * descendants. At a fork, the path to `tip` wins if it leads there, so that stepping back and forth stays on
 * one branch; otherwise the newest one.
 */
export function branchThrough<T extends Linked>(
  checkpoints: readonly T[],
  checkpointId: string,
  tip: string | null = null,
): T[] {
  const byId = new Map(checkpoints.map((one) => [one.checkpointId, one]));
  const own = byId.get(checkpointId);
  if (!own) return [];
  const end = tip === null ? undefined : byId.get(tip);
  const wanted = ancestors(byId, end);
  if (end && wanted.includes(own)) return [...new Set([...wanted, ...descendants(checkpoints, end)])];
  return [...new Set([...ancestors(byId, own), ...descendants(checkpoints, own)])];
}

function ancestors<T extends Linked>(byId: ReadonlyMap<string, T>, from: T | undefined): T[] {
  const chain = new Set<T>();
  let at = from;
  while (at && !chain.has(at)) {
    chain.add(at);
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }
  return [...chain].toReversed();
}

/** Follows the newest child at each fork. Oldest first. */
function descendants<T extends Linked>(checkpoints: readonly T[], from: T): T[] {
  const newestChild = new Map<string, T>();
  for (const one of checkpoints) {
    if (one.parentId !== null && !newestChild.has(one.parentId)) newestChild.set(one.parentId, one);
  }
  const chain = new Set<T>();
  let at = newestChild.get(from.checkpointId);
  while (at && !chain.has(at) && at !== from) {
    chain.add(at);
    at = newestChild.get(at.checkpointId);
  }
  return [...chain];
}

/**
 * The nodes that ran after a checkpoint on its branch, except those that run next from it. Each once, in
 * order.
 */
export function nodesRunAfter(checkpoints: readonly CheckpointSummary[], from: CheckpointSummary): string[] {
  const names = descendants(checkpoints, from).flatMap(({ writers, source }) =>
    source === 'loop' ? writers : [],
  );
  return [...new Set(names)].filter((name) => !from.next.includes(name));
}
