/** What the lanes need of a checkpoint. */
export interface LaneInput {
  readonly checkpointId: string;
  readonly parentId: string | null;
}

/** How one row of the history is drawn: its dot, and the lines that pass, enter and leave it. Lanes count from 0. */
export interface LaneRow {
  readonly lane: number;
  /** A line comes from above into the dot. */
  readonly fromAbove: boolean;
  /** A line goes down from the dot: it has a parent, whether that is loaded yet or not. */
  readonly below: boolean;
  /** It has a parent, which is not below it: the server has no such checkpoint any more. */
  readonly broken: boolean;
  /** Lanes whose line runs through this row without a stop. */
  readonly passing: readonly number[];
  /** Lanes that come from above and end in this dot: forks that start here. */
  readonly joining: readonly number[];
}

/**
 * Puts checkpoints (newest first) on lanes, like a commit graph: the branch of the newest checkpoint keeps lane 0, each
 * fork gets the first free lane and joins where it started. Rows already drawn never change when an older page is
 * appended; once the history is `complete`, lines to checkpoints that are not there end at their child.
 */
export function assignLanes(checkpoints: readonly LaneInput[], complete = false): LaneRow[] {
  const indexes = new Map(checkpoints.map(({ checkpointId }, index) => [checkpointId, index]));
  /** For each lane the checkpoint that its line leads to; `null` for a free lane. */
  const leadsTo: (string | null)[] = [];
  return checkpoints.map(({ checkpointId, parentId }, index) => {
    const arriving = leadsTo.flatMap((id, lane) => (id === checkpointId ? [lane] : []));
    const lane = arriving[0] ?? firstFree(leadsTo);
    for (const other of arriving) leadsTo[other] = null;
    const passing = leadsTo.flatMap((id, other) => (id !== null && other !== lane ? [other] : []));
    const parentIndex = parentId === null ? undefined : indexes.get(parentId);
    // A parent above its child (clocks of two machines) can't be reached by a line that goes down.
    const broken = parentId !== null && (parentIndex === undefined ? complete : parentIndex <= index);
    const below = parentId !== null && !broken;
    leadsTo[lane] = below ? parentId : null;
    return { lane, fromAbove: arriving.length > 0, below, broken, passing, joining: arriving.slice(1) };
  });
}

/** The lanes whose lines leave a row at its lower edge: what is shown under it lets them through. */
export function lanesBelow({ lane, below, passing }: LaneRow): readonly number[] {
  return below ? [...passing, lane].toSorted((a, b) => a - b) : passing;
}

function firstFree(leadsTo: readonly (string | null)[]): number {
  const free = leadsTo.indexOf(null);
  return free === -1 ? leadsTo.length : free;
}

/** How many lanes the rows need. */
export function laneCount(rows: readonly LaneRow[]): number {
  let most = 0;
  for (const { lane, passing, joining } of rows) {
    for (const one of [lane, ...passing, ...joining]) most = Math.max(most, one);
  }
  return most + 1;
}

/** How many forks the rows show: checkpoints from which more than one line goes up. */
export function forkCount(rows: readonly LaneRow[]): number {
  return rows.reduce((sum, { joining }) => sum + joining.length, 0);
}
