import type { CanvasNode } from '../../../shared/thread-record/canvas.ts';
import type { NodeActivity } from '../../domain/node-activity.ts';

type ActivityMap = ReadonlyMap<string, NodeActivity>;

export function toActivities(nodes: ReadonlyMap<string, CanvasNode>): ActivityMap {
  return new Map([...nodes].map(([id, node]) => [id, toActivity(node)]));
}

function toActivity({ status, visits, time }: CanvasNode): NodeActivity {
  return {
    status: status === 'interrupted' ? 'waiting' : status,
    visits,
    ms: time?.ms ?? null,
    ...(time === null || time.bound === 'exact' ? {} : { bound: time.bound }),
  };
}

/**
 * While a run is being started of which the server says nothing yet: what the state stopped at is queued if the run goes on
 * from it, and else not marked any more.
 */
export function withStartingRun(state: ActivityMap, continues: boolean): ActivityMap {
  const merged = new Map<string, NodeActivity>();
  for (const [id, activity] of state) {
    const isOver = activity.status === 'finished' || activity.status === 'idle';
    merged.set(id, isOver ? activity : { ...activity, status: continues ? 'queued' : 'idle' });
  }
  return merged;
}
