import type { RunFrame } from '../../../shared/model/runs/run.ts';
import { isCachedUpdate, updatedNodes, type TaskFrame } from '../frames/task-frame.ts';

/** Finds the tasks that a resumed run only repeats: an earlier run finished them. */
export interface CachedTasks {
  /** Takes the next frame, and what the task reader made of it. Gives the starts that turn out to be repeated ones. */
  add(frame: RunFrame, task: TaskFrame | null): readonly TaskFrame[];
}

/** The tasks of one node in one call of its graph, since a cached update came for it. */
interface Node {
  /** How many of its tasks are repeated. */
  cached: number;
  readonly open: Map<string, TaskFrame>;
}

/**
 * The server reports the cached updates of a superstep by node, then the start of every task, and then results of those
 * alone that really run. So once all starts are in, the tasks without a result are the cached ones as soon as there are no
 * more of them than there were cached updates.
 */
export function createCachedTasks(): CachedTasks {
  const nodes = new Map<string, Node>();
  const keyOf = (namespace: string, name: string): string => `${namespace}|${name}`;

  /** The nodes of one call of a graph of which nothing but cached tasks is open. */
  const take = (place: string): readonly TaskFrame[] =>
    [...nodes].flatMap(([key, { cached, open }]) => {
      if (!key.startsWith(`${place}|`) || open.size === 0 || open.size > cached) return [];
      nodes.delete(key);
      return [...open.values()];
    });

  return {
    add(frame, task) {
      const place = frame.namespace.join('|');
      if (isCachedUpdate(frame)) {
        for (const name of updatedNodes(frame)) {
          const node = nodes.get(keyOf(place, name)) ?? { cached: 0, open: new Map<string, TaskFrame>() };
          node.cached += 1;
          nodes.set(keyOf(place, name), node);
        }
        return [];
      }
      if (nodes.size === 0) return [];
      if (task?.kind === 'start') {
        nodes.get(keyOf(task.callKey, task.name))?.open.set(task.taskId, task);
        return [];
      }
      if (task?.kind === 'result') nodes.get(keyOf(task.callKey, task.name))?.open.delete(task.taskId);
      return take(place);
    },
  };
}
