import { newestBranch, type SourceCheckpoint } from './source-history.ts';

// A branch of a thread: oldest first, from the root on.
// - `ownFrom`: Where it leaves the branches before it; all before is in one of them.
export interface SideBranch {
  readonly path: readonly SourceCheckpoint[];
  readonly ownFrom: number;
}

export const maxSideBranches = 50;

// The branches that can be made beside the newest one, oldest first: those that grow out of it or of one another.
// `history`: newest first.
export function sideBranches(history: readonly SourceCheckpoint[]): SideBranch[] {
  const parents = new Set(history.map(({ parentId }) => parentId));
  const leaves = history.slice(1).filter(({ checkpointId }) => !parents.has(checkpointId));
  const checkpointIds = new Set(newestBranch(history).map(({ checkpointId }) => checkpointId));
  const [root] = newestBranch(history);
  return leaves
    .slice(0, maxSideBranches)
    .toReversed()
    .flatMap((leaf): SideBranch[] => {
      const path = newestBranch([leaf, ...history]);
      if (path[0]?.checkpointId !== root?.checkpointId) return [];
      const ownFrom = path.findIndex(({ checkpointId }) => !checkpointIds.has(checkpointId));
      for (const { checkpointId } of path.slice(ownFrom)) checkpointIds.add(checkpointId);
      return [{ path, ownFrom }];
    });
}
