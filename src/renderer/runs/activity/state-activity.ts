import type { ThreadState, ThreadTask } from '../../../shared/model/threads/thread.ts';
import type { NodeActivity, NodeStatus } from '../../domain/node-activity.ts';

type ActivityMap = ReadonlyMap<string, NodeActivity>;

/**
 * The canvas while nothing runs: waiting, failed and next nodes of a state on top of what the last run
 * finished. These statuses come only from the state, so that an edited state never shows old ones.
 */
export function withStateActivity(run: ActivityMap, state: ThreadState | null): ActivityMap {
  if (!state) return run;
  const merged = new Map<string, NodeActivity>();
  for (const [id, activity] of run) {
    const isStored = activity.status === 'finished' || activity.status === 'idle';
    merged.set(id, isStored ? activity : { ...activity, status: 'idle' });
  }
  for (const [id, status] of statusesIn(state)) {
    const before = merged.get(id);
    const visits = before?.visits ?? 0;
    merged.set(id, {
      // A finished node ran at least once, even if the events of its run can't be read any more.
      visits: status === 'finished' ? Math.max(1, visits) : visits,
      ms: before?.ms ?? null,
      status,
    });
  }
  return merged;
}

/** Precedence among several tasks of one node. */
const tellsMost: readonly NodeStatus[] = ['failed', 'waiting', 'next', 'finished'];

/** The status of each node in a state, by its tasks' results and `tellsMost`. */
function statusesIn(state: ThreadState): ReadonlyMap<string, NodeStatus> {
  const found = new Map<string, NodeStatus>();
  const mark = (id: string, status: NodeStatus): void => {
    const before = found.get(id);
    if (before === undefined || tellsMost.indexOf(status) < tellsMost.indexOf(before)) found.set(id, status);
  };
  for (const task of state.tasks) mark(task.nodeId, statusOf(task));
  for (const { nodeId } of state.interrupts) mark(nodeId, 'waiting');
  // Tasks are more precise: `next` of a past state includes finished nodes.
  for (const name of state.next) if (!found.has(name)) mark(name, 'next');
  return found;
}

function statusOf({ error, waiting, finished }: ThreadTask): NodeStatus {
  if (error !== null) return 'failed';
  if (waiting) return 'waiting';
  return finished ? 'finished' : 'next';
}

/** Marks the next nodes of a state as queued while a run that continues from it has not started. */
export function withQueuedNodes(run: ActivityMap, state: ThreadState | null): ActivityMap {
  if (!state) return run;
  const merged = new Map(run);
  for (const [id, status] of statusesIn(state)) {
    if (status === 'finished') continue;
    merged.set(id, { visits: 0, ms: null, ...merged.get(id), status: 'queued' });
  }
  return merged;
}
