import type { NodeActivity } from '../client/node-activity.ts';

type Picture = ReadonlyMap<string, NodeActivity>;

/** The finished nodes of a run, over those that it carried itself. */
export function finishedOf(run: Picture, before: Picture | null): Picture {
  const finished = new Map(before);
  for (const [id, activity] of run) if (activity.status === 'finished') finished.set(id, activity);
  return finished;
}

/** A run's nodes over those that earlier runs finished; nodes of both show what the run does. */
export function over(before: Picture | null, run: Picture): Picture {
  return before === null ? run : new Map([...before, ...run]);
}

/** The canvas while another run is on its way: where the last one stopped is over. */
export function withoutStop(run: Picture): Picture {
  const picture = new Map<string, NodeActivity>();
  for (const [id, activity] of run) {
    const isOver = activity.status === 'finished' || activity.status === 'idle';
    picture.set(id, isOver ? activity : { ...activity, status: 'idle' });
  }
  return picture;
}
