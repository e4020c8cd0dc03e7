import type { RecordedCheckpoint } from '../../shared/model/thread-record.ts';

export interface TurnBranch {
  readonly runIds: readonly string[];
  // Runs before them, or after them, were left out: an edit of an older state is between.
  readonly isForkedBefore: boolean;
  readonly isForkedAfter: boolean;
  readonly isEdited: boolean;
  readonly isUnknown: boolean;
}

type TurnCheckpoint = Pick<RecordedCheckpoint, 'checkpointId' | 'parentId' | 'source' | 'runId'>;

// The runs of a turn that continued from each other. A request to go on names no checkpoint, so records alone don't say
// that somebody edited an older state first: what continued from there is a turn of its own. `checkpoints`: of the root
// graph, oldest first. `runIds`: oldest first, with `requestedRunId` among them.
export function turnBranch(
  checkpoints: readonly TurnCheckpoint[],
  runIds: readonly string[],
  requestedRunId: string,
): TurnBranch {
  const links = runIds.map((runId, index) => (index === 0 ? 'direct' : linkBefore(checkpoints, runId)));
  const position = Math.max(0, runIds.indexOf(requestedRunId));
  const from = links.findLastIndex((link, index) => index <= position && link === 'forked');
  const next = links.findIndex((link, index) => index > position && link === 'forked');
  const to = next < 0 ? runIds.length : next;
  const start = Math.max(0, from);
  const branchLinks = links.slice(start + 1, to);
  return {
    runIds: runIds.slice(start, to),
    isForkedBefore: from > 0,
    isForkedAfter: to < runIds.length,
    isEdited: branchLinks.includes('edited'),
    isUnknown: branchLinks.includes('unknown'),
  };
}

// How a run continued from what was there: directly, from an edit of it, or from an edit of an older state.
function linkBefore(
  checkpoints: readonly TurnCheckpoint[],
  runId: string,
): 'direct' | 'edited' | 'forked' | 'unknown' {
  const byId = new Map(checkpoints.map((one) => [one.checkpointId, one]));
  const first = checkpoints.find((one) => one.runId === runId && one.source !== 'update');
  let from = parentOf(byId, first);
  if (from === undefined) return 'unknown';
  if (from.source !== 'update') return 'direct';
  const visited = new Set<TurnCheckpoint>();
  // Several edits may follow each other.
  while (from.source === 'update' && !visited.has(from)) {
    visited.add(from);
    const { checkpointId, parentId }: TurnCheckpoint = from;
    if (checkpoints.some((one) => one.parentId === parentId && one.checkpointId !== checkpointId))
      return 'forked';
    from = parentOf(byId, from);
    if (from === undefined) return 'unknown';
  }
  return 'edited';
}

function parentOf(
  byId: ReadonlyMap<string, TurnCheckpoint>,
  checkpoint: TurnCheckpoint | undefined,
): TurnCheckpoint | undefined {
  return checkpoint === undefined || checkpoint.parentId === null ? undefined : byId.get(checkpoint.parentId);
}
