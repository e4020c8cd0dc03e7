import { isActive } from '../../../shared/model/is-active.ts';
import type { RecordRow } from './checkpoint-row.ts';
import type { RecordEvidence, RunEvidence } from './evidence.ts';

// What runs did to the checkpoints of the root graph; of subgraphs, `SubgraphRuns` says it.
export interface RootRuns {
  readonly byId: ReadonlyMap<string, RunEvidence>;
  readonly runs: readonly RunEvidence[];
  // The run that executes now; `null` if none does.
  readonly running: RunEvidence | null;
  readonly queued: RunEvidence | null;
  readonly head: RecordRow | null;
  // The checkpoints of the root graph that runs made of one, newest first.
  readonly followersOf: (row: RecordRow) => readonly RecordRow[];
  // The checkpoints of the root graph that each run wrote, oldest first.
  readonly rowsOf: ReadonlyMap<string, readonly RecordRow[]>;
  // Runs that worked at a checkpoint without making another one of it, oldest first, by its id.
  readonly workedAt: ReadonlyMap<string, readonly RunEvidence[]>;
  // When each run started at the earliest, by its id: after its creation, and after the runs before it.
  readonly earliestStarts: ReadonlyMap<string, number>;
}

export function collectRootRuns({ levels, runs: unsorted }: RecordEvidence): RootRuns {
  const root = levels.find(({ namespace }) => namespace === '')?.rows ?? [];
  const runs = unsorted.toSorted(
    (a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0) || (a.runId < b.runId ? -1 : 1),
  );
  const rowsOf = new Map<string, RecordRow[]>();
  for (const row of root.toReversed()) {
    if (row.runId === null) continue;
    const rows = rowsOf.get(row.runId);
    if (rows) rows.push(row);
    else rowsOf.set(row.runId, [row]);
  }
  const earliestStarts = startsOf(runs);
  const workedAt = new Map<string, RunEvidence[]>();
  const namedBy = ({ origin }: RunEvidence): RecordRow | undefined =>
    origin.checkpointId === null
      ? undefined
      : root.find(({ checkpointId }) => checkpointId === origin.checkpointId);
  const newestAtStart = ({ runId }: RunEvidence): RecordRow | undefined =>
    root.find(({ createdMs }) => (createdMs ?? -Infinity) <= (earliestStarts.get(runId) ?? Infinity));
  for (const run of runs) {
    if (run.status === 'pending' || rowsOf.has(run.runId) || run.origin.kind === 'input') continue;
    const id = (namedBy(run) ?? newestAtStart(run))?.checkpointId ?? null;
    if (id === null) continue;
    const others = workedAt.get(id);
    if (others) others.push(run);
    else workedAt.set(id, [run]);
  }
  return {
    byId: new Map(runs.map((run) => [run.runId, run])),
    runs,
    running: runs.findLast(({ status }) => status === 'running') ?? null,
    queued: runs.find(({ status }) => status === 'pending') ?? null,
    head: root.find(({ checkpointId }) => checkpointId !== null) ?? null,
    followersOf: createFollowers(root),
    rowsOf,
    workedAt,
    earliestStarts,
  };
}

// Runs are asked for theirs one by one, and most threads for none.
function createFollowers(root: readonly RecordRow[]): RootRuns['followersOf'] {
  let followers: ReadonlyMap<string, readonly RecordRow[]> | null = null;
  const collect = (): ReadonlyMap<string, readonly RecordRow[]> => {
    const byParent = new Map<string, RecordRow[]>();
    for (const row of root) {
      if (row.source !== 'loop' || row.parentId === null) continue;
      const siblings = byParent.get(row.parentId);
      if (siblings) siblings.push(row);
      else byParent.set(row.parentId, [row]);
    }
    return byParent;
  };
  return ({ checkpointId }) => {
    if (checkpointId === null) return [];
    followers ??= collect();
    return followers.get(checkpointId) ?? [];
  };
}

// A thread has one run at a time: others wait until it has ended. `runs`: oldest first.
function startsOf(runs: readonly RunEvidence[]): ReadonlyMap<string, number> {
  const starts = new Map<string, number>();
  let latestEnd = -Infinity;
  for (const { runId, createdAt, endedAt } of runs) {
    // A run that ended while another one was active did not wait for it.
    const hasWaited = latestEnd <= (endedAt ?? Infinity);
    if (createdAt !== null) starts.set(runId, hasWaited ? Math.max(createdAt, latestEnd) : createdAt);
    latestEnd = Math.max(latestEnd, endedAt ?? -Infinity);
  }
  return starts;
}

export function hasEnded(run: RunEvidence): boolean {
  return !isActive(run.status) && run.status !== 'unknown';
}

// Whether a run was asked to stop at a checkpoint. `makers`: names of the nodes that made it.
export function breakpointAt(
  run: RunEvidence,
  row: RecordRow,
  makers: readonly string[],
): { readonly place: 'before' | 'after'; readonly nodes: string[] } | null {
  const after = matchingNodes(run.interruptAfter, makers);
  if (after.length > 0) return { place: 'after', nodes: after };
  const before = matchingNodes(
    run.interruptBefore,
    row.tasks.map(({ name }) => name),
  );
  return before.length > 0 ? { place: 'before', nodes: before } : null;
}

function matchingNodes(breakpoints: readonly string[], names: readonly string[]): string[] {
  const breakpointNames = new Set(breakpoints);
  return [...new Set(names)].filter(
    (name) => name !== '__start__' && (breakpointNames.has('*') || breakpointNames.has(name)),
  );
}
