import type { RunEnd, RunFrame } from '../../../shared/model/run.ts';
import { isCachedUpdate, updatedNodes, type TaskFrame } from '../../../shared/run-events/task-frame.ts';

// Events that a run should have had, by what its other events say.
export interface EventGaps {
  // Events of tasks that name no task, or that are not JSON.
  readonly unreadable: number;
  // The graph ran, but no event reported a task, so the timeline is empty.
  readonly hasNoTasks: boolean;
  // Tasks that started and never ended, although the run did.
  readonly unended: number;
  // The run asked something, and no event says which node did.
  readonly hasUnknownAsker: boolean;
}

export interface EventGapsReducer {
  add(frame: RunFrame, task: TaskFrame | null): void;
  // Forgets the start of a task that an earlier run finished.
  drop(task: TaskFrame): void;
  // `hasInterrupt`: an event said that the run asks something.
  end(end: RunEnd, hasInterrupt: boolean): void;
  snapshot(): EventGaps;
}

export function createEventGapsReducer(): EventGapsReducer {
  const open = new Set<string>();
  const named = new Set<string>();
  let unreadable = 0;
  // Tasks around one that waits: their end is not reported.
  const aroundWaiting = new Set<string>();
  let hasRun = false;
  let hasWaiting = false;
  let hasInterrupt = false;
  let outcome: RunEnd['outcome'] | null = null;
  return {
    add(frame, task) {
      if (frame.mode === 'updates') hasRun ||= !isCachedUpdate(frame) && updatedNodes(frame).length > 0;
      if (task?.kind === 'start') open.add(task.taskId);
      if (task?.kind === 'result') open.delete(task.taskId);
      if (task?.outcome === 'waiting') {
        hasWaiting = true;
        for (const { taskId } of task.around) if (taskId !== null) aroundWaiting.add(taskId);
      }
      if (task !== null) named.add(task.taskId);
      else if (frame.mode === 'tasks' && !namesTask(frame.text)) unreadable += 1;
    },
    drop({ taskId }) {
      open.delete(taskId);
    },
    end(end, isAsking) {
      ({ outcome } = end);
      hasInterrupt = isAsking;
      // Nothing else makes a graph fail, or takes so long that it is cancelled.
      hasRun ||= outcome === 'failed' || outcome === 'cancelled';
    },
    snapshot: () => ({
      unreadable,
      hasNoTasks: named.size === 0 && hasRun && outcome !== null,
      unended:
        outcome === 'finished' || outcome === 'interrupted'
          ? [...open].filter((taskId) => !aroundWaiting.has(taskId)).length
          : 0,
      hasUnknownAsker: hasInterrupt && !hasWaiting && outcome === 'interrupted',
    }),
  };
}

// Other frames without a task repeat one that is known.
function namesTask(text: string): boolean {
  try {
    const payload: unknown = JSON.parse(text);
    if (typeof payload !== 'object' || payload === null || !('id' in payload) || !('name' in payload))
      return false;
    return typeof payload.id === 'string' && typeof payload.name === 'string';
  } catch {
    return false;
  }
}

/** One sentence about the gaps of a run; `null` for none. */
export function describeEventGaps({
  unreadable,
  hasNoTasks,
  unended,
  hasUnknownAsker,
}: EventGaps): string | null {
  if (unreadable > 0)
    return `${unreadable === 1 ? 'An event' : `${unreadable} events`} about tasks can't be read, so some may be missing from the timeline and the nodes.`;
  if (hasNoTasks)
    return 'The server sent no events about tasks, so the timeline is empty, and times and questions of nodes are missing.';
  if (unended > 0)
    return `The server did not report how ${unended === 1 ? 'one task' : `${unended} tasks`} ended. Some events of this run may be missing.`;
  if (hasUnknownAsker)
    return 'The events do not say which node is asking. The questions come from the state of the thread.';
  return null;
}
