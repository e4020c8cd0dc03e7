export interface LaneInput {
  readonly checkpointId: string;
  readonly parentId: string | null;
}

/** How one row is drawn: its dot, and the lines that pass, enter and leave it. Lanes count from 0. */
export interface LaneRow {
  readonly lane: number;
  readonly fromAbove: boolean;
  /** A line leaves the dot downwards: it has a parent, loaded or not. */
  readonly below: boolean;
  /** It has a parent that the server no longer has. */
  readonly broken: boolean;
  readonly passing: readonly number[];
  /** Lanes that end in this dot from above: forks that start here. */
  readonly joining: readonly number[];
}

/**
 * Assigns checkpoints (newest first) to lanes, like a commit graph. The branch of the newest checkpoint keeps
 * lane 0; each fork gets the first free lane and joins where it started. Appending an older page never
 * changes drawn rows. Once the history is `complete`, lines to missing checkpoints end at their child.
 */
export function assignLanes(checkpoints: readonly LaneInput[], complete = false): LaneRow[] {
  const indexes = new Map(checkpoints.map(({ checkpointId }, index) => [checkpointId, index]));
  // The checkpoint that each lane leads to; `null` for a free lane.
  const leadsTo: (string | null)[] = [];
  return checkpoints.map(({ checkpointId, parentId }, index) => {
    const arriving = leadsTo.flatMap((id, lane) => (id === checkpointId ? [lane] : []));
    const lane = arriving[0] ?? firstFree(leadsTo);
    for (const other of arriving) leadsTo[other] = null;
    const passing = leadsTo.flatMap((id, other) => (id !== null && other !== lane ? [other] : []));
    const parentIndex = parentId === null ? undefined : indexes.get(parentId);
    const broken = parentId !== null && parentIndex === undefined && complete;
    // If the parent is above its child (clocks of two machines), no downward line can reach it.
    const isAbove = parentIndex !== undefined && parentIndex <= index;
    const below = parentId !== null && !broken && !isAbove;
    leadsTo[lane] = below ? parentId : null;
    return { lane, fromAbove: arriving.length > 0, below, broken, passing, joining: arriving.slice(1) };
  });
}

/** The lanes that go on from a row to newer ones. */
export function lanesAfter({ lane, fromAbove, joining, passing }: LaneRow): readonly number[] {
  return [...passing, ...(fromAbove ? [lane] : []), ...joining].toSorted((a, b) => a - b);
}

function firstFree(leadsTo: readonly (string | null)[]): number {
  const free = leadsTo.indexOf(null);
  return free === -1 ? leadsTo.length : free;
}

export function laneCount(rows: readonly LaneRow[]): number {
  let max = 0;
  for (const { lane, passing, joining } of rows) {
    for (const one of [lane, ...passing, ...joining]) max = Math.max(max, one);
  }
  return max + 1;
}

/** How often a checkpoint has more than one that follows it. */
export function forkCount(checkpoints: readonly LaneInput[]): number {
  const ids = new Set(checkpoints.map(({ checkpointId }) => checkpointId));
  const followed = new Set<string>();
  let count = 0;
  for (const { parentId } of checkpoints) {
    if (parentId === null || !ids.has(parentId)) continue;
    if (followed.has(parentId)) count += 1;
    followed.add(parentId);
  }
  return count;
}
