import type { NodeActivity } from '../../domain/node-activity.ts';

type ActivityMap = ReadonlyMap<string, NodeActivity>;

/** The finished nodes of a run, on top of the activity that it inherited. */
export function finishedNodes(run: ActivityMap, before: ActivityMap | null): ActivityMap {
  const finished = new Map(before);
  for (const [id, activity] of run) if (activity.status === 'finished') finished.set(id, activity);
  return finished;
}

/** A run's activity on top of earlier runs; the run wins for nodes in both. */
export function overlayActivity(before: ActivityMap | null, run: ActivityMap): ActivityMap {
  return before === null ? run : new Map([...before, ...run]);
}

/**
 * Adds a run's activity to that of its branch before the fork: the run's status wins, visits and times add
 * up. If one time is unknown, the total is unknown.
 */
export function addBranchActivity(branch: ActivityMap | null, run: ActivityMap): ActivityMap {
  if (branch === null) return run;
  const all = new Map(branch);
  for (const [id, activity] of run) {
    const before = branch.get(id);
    all.set(id, before === undefined ? activity : withVisitsOf(before, activity));
  }
  return all;
}

function withVisitsOf(before: NodeActivity, { status, visits, ms }: NodeActivity): NodeActivity {
  if (visits === 0) return { ...before, status };
  const isKnown = before.ms !== null && ms !== null;
  return { status, visits: before.visits + visits, ms: isKnown ? before.ms + ms : null };
}

/** Clears the stop marks of the previous run while another run is active. */
export function withoutStopMarks(run: ActivityMap): ActivityMap {
  const merged = new Map<string, NodeActivity>();
  for (const [id, activity] of run) {
    const isOver = activity.status === 'finished' || activity.status === 'idle';
    merged.set(id, isOver ? activity : { ...activity, status: 'idle' });
  }
  return merged;
}
