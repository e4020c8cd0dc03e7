import type { ComparedRow } from './compared-row.ts';

/** The runs of a pass that are on one branch of the thread. */
export interface PassBranch {
  /** Oldest first. */
  readonly runIds: readonly string[];
  /** Runs before them, or after them, were left out: an edit of an older state is between. */
  readonly isForkedBefore: boolean;
  readonly isForkedAfter: boolean;
  /** The newest state was edited between two of its runs. */
  readonly isEdited: boolean;
  /** The history does not say where some run went on. */
  readonly isUnknown: boolean;
}

type PassRow = Pick<ComparedRow, 'checkpointId' | 'parentId' | 'source' | 'runId'>;

/**
 * The runs of a pass that went on from each other. A request to go on names no checkpoint, so records alone don't tell
 * that somebody edited an older state first: what went on from there is a pass of its own. `rows`: the thread's
 * history, newest first. `runIds`: oldest first, with `asked` among them.
 */
export function passBranch(rows: readonly PassRow[], runIds: readonly string[], asked: string): PassBranch {
  const links = runIds.map((runId, at) => (at === 0 ? 'direct' : linkBefore(rows, runId)));
  const at = Math.max(0, runIds.indexOf(asked));
  const from = links.findLastIndex((link, index) => index <= at && link === 'forked');
  const next = links.findIndex((link, index) => index > at && link === 'forked');
  const to = next < 0 ? runIds.length : next;
  const start = Math.max(0, from);
  const own = links.slice(start + 1, to);
  return {
    runIds: runIds.slice(start, to),
    isForkedBefore: from > 0,
    isForkedAfter: to < runIds.length,
    isEdited: own.includes('edited'),
    isUnknown: own.includes('unknown'),
  };
}

/** How a run went on from what was there: directly, from an edit of it, or from an edit of an older state. */
function linkBefore(rows: readonly PassRow[], runId: string): 'direct' | 'edited' | 'forked' | 'unknown' {
  const byId = new Map(rows.map((row) => [row.checkpointId, row]));
  const first = rows.findLast((row) => row.runId === runId && row.source !== 'update');
  let from = parentOf(byId, first);
  if (from === undefined) return 'unknown';
  if (from.source !== 'update') return 'direct';
  const seen = new Set<PassRow>();
  // Several edits may follow each other.
  while (from.source === 'update' && !seen.has(from)) {
    seen.add(from);
    const { checkpointId, parentId }: PassRow = from;
    if (rows.some((row) => row.parentId === parentId && row.checkpointId !== checkpointId)) return 'forked';
    from = parentOf(byId, from);
    if (from === undefined) return 'unknown';
  }
  return 'edited';
}

function parentOf(byId: ReadonlyMap<string | null, PassRow>, row: PassRow | undefined): PassRow | undefined {
  return row === undefined || row.parentId === null ? undefined : byId.get(row.parentId);
}
