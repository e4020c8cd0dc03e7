import type { ThreadState } from '../../shared/model/thread.ts';
import type { NodeActivity, NodeStatus } from '../client/node-activity.ts';

type Picture = ReadonlyMap<string, NodeActivity>;

/**
 * The canvas while nothing runs: what waits, failed or comes next in a state, over what the last run finished. Nodes
 * that the run left as waiting, failed or next are the state's to tell, so that an edited state never shows old ones.
 */
export function withState(run: Picture, state: ThreadState | null): Picture {
  if (!state) return run;
  const picture = new Map<string, NodeActivity>();
  for (const [id, activity] of run) {
    const kept = activity.status === 'finished' || activity.status === 'idle';
    picture.set(id, kept ? activity : { ...activity, status: 'idle' });
  }
  const mark = (id: string, status: NodeStatus): void => {
    const before = picture.get(id);
    picture.set(id, { visits: before?.visits ?? 0, ms: before?.ms ?? null, status });
  };
  for (const name of state.next) mark(name, 'next');
  for (const task of state.tasks) {
    mark(task.nodeId, task.error === null ? (task.waiting ? 'waiting' : 'next') : 'failed');
  }
  for (const { nodeId } of state.interrupts) mark(nodeId, 'waiting');
  return picture;
}

/** The canvas while a run that goes on from a state has not begun to work: what the state says is next is queued. */
export function queuedIn(run: Picture, state: ThreadState | null): Picture {
  if (!state) return run;
  const picture = new Map(run);
  const queued = new Set([...state.next, ...state.tasks.map(({ nodeId }) => nodeId)]);
  for (const id of queued) picture.set(id, { visits: 0, ms: null, ...picture.get(id), status: 'queued' });
  return picture;
}
