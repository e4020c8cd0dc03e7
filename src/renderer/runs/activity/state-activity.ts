import type { ThreadState, ThreadTask } from '../../../shared/model/threads/thread.ts';
import type { NodeActivity, NodeStatus } from '../../domain/node-activity.ts';

type Picture = ReadonlyMap<string, NodeActivity>;

/**
 * The canvas while nothing runs: what waits, failed or comes next in a state, over what the last run finished. Nodes
 * that the run left as waiting, failed or next are the state's to tell, so that an edited state never shows old ones.
 */
export function withStateActivity(run: Picture, state: ThreadState | null): Picture {
  if (!state) return run;
  const picture = new Map<string, NodeActivity>();
  for (const [id, activity] of run) {
    const kept = activity.status === 'finished' || activity.status === 'idle';
    picture.set(id, kept ? activity : { ...activity, status: 'idle' });
  }
  for (const [id, status] of statusesIn(state)) {
    const before = picture.get(id);
    const visits = before?.visits ?? 0;
    picture.set(id, {
      // What is finished ran, also where the events of the run that did it can't be read any more.
      visits: status === 'finished' ? Math.max(1, visits) : visits,
      ms: before?.ms ?? null,
      status,
    });
  }
  return picture;
}

/** Of several tasks of one node the first of these tells most about it. */
const tellsMost: readonly NodeStatus[] = ['failed', 'waiting', 'next', 'finished'];

/** What a state says about its nodes: each task by its result, a node of several tasks by the one that tells most. */
function statusesIn(state: ThreadState): ReadonlyMap<string, NodeStatus> {
  const found = new Map<string, NodeStatus>();
  const mark = (id: string, status: NodeStatus): void => {
    const before = found.get(id);
    if (before === undefined || tellsMost.indexOf(status) < tellsMost.indexOf(before)) found.set(id, status);
  };
  for (const task of state.tasks) mark(task.nodeId, statusOf(task));
  for (const { nodeId } of state.interrupts) mark(nodeId, 'waiting');
  // The tasks know more: a past state also counts those that are finished among what is next.
  for (const name of state.next) if (!found.has(name)) mark(name, 'next');
  return found;
}

function statusOf({ error, waiting, finished }: ThreadTask): NodeStatus {
  if (error !== null) return 'failed';
  if (waiting) return 'waiting';
  return finished ? 'finished' : 'next';
}

/** The canvas while a run that goes on from a state has not begun to work: what the state says is next is queued. */
export function withQueuedNodes(run: Picture, state: ThreadState | null): Picture {
  if (!state) return run;
  const picture = new Map(run);
  for (const [id, status] of statusesIn(state)) {
    if (status === 'finished') continue;
    picture.set(id, { visits: 0, ms: null, ...picture.get(id), status: 'queued' });
  }
  return picture;
}
