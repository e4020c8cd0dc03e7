import type { GraphShape } from '../../../shared/model/graph.ts';
import type { ThreadRecord } from '../../../shared/model/thread-record.ts';
import type { CanvasNode } from '../../../shared/thread-record/canvas.ts';
import type { NodeActivity } from '../../shared-ui/node-activity.ts';

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

/** A server that was killed may come back with the runs of a thread and without its checkpoints. */
export function hasLostCheckpoints({ checkpoints, executions, runs }: ThreadRecord): boolean {
  if (checkpoints.length + executions.length > 0) return false;
  return runs.length > 0 && runs.every(({ ending }) => ending?.kind === 'unknown');
}

export function unknownActivities({ nodes }: GraphShape): ActivityMap {
  const ran = nodes.filter(({ kind }) => kind !== 'start' && kind !== 'end');
  return new Map(ran.map(({ id }) => [id, { status: 'unknown', visits: 0, ms: null }]));
}
