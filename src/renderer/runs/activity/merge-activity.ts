import type { NodeActivity } from '../../domain/node-activity.ts';

type Picture = ReadonlyMap<string, NodeActivity>;

/** The finished nodes of a run, over those that it carried itself. */
export function finishedNodes(run: Picture, before: Picture | null): Picture {
  const finished = new Map(before);
  for (const [id, activity] of run) if (activity.status === 'finished') finished.set(id, activity);
  return finished;
}

/** A run's nodes over those that earlier runs finished; nodes of both show what the run does. */
export function overlayActivity(before: Picture | null, run: Picture): Picture {
  return before === null ? run : new Map([...before, ...run]);
}

/**
 * A run's nodes over what ran on its branch before the fork: nodes of both show what the run does, and how often and how
 * long they ran in all. A time that is not known of every visit is not known.
 */
export function addBranchActivity(branch: Picture | null, run: Picture): Picture {
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

/** The canvas while another run is on its way: where the last one stopped is over. */
export function withoutStopMarks(run: Picture): Picture {
  const picture = new Map<string, NodeActivity>();
  for (const [id, activity] of run) {
    const isOver = activity.status === 'finished' || activity.status === 'idle';
    picture.set(id, isOver ? activity : { ...activity, status: 'idle' });
  }
  return picture;
}
