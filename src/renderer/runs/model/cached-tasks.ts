import type { RunFrame } from '../../../shared/model/runs/run.ts';
import { isCachedUpdate, updatedNodes, type TaskFrame } from '../frames/task-frame.ts';

/** Detects tasks that a resumed run only repeats, because an earlier run finished them. */
export interface CachedTasks {
  /** Adds the next frame with its parsed task, if any. Returns the starts that turn out to be repeats. */
  add(frame: RunFrame, task: TaskFrame | null): readonly TaskFrame[];
}

/** The tasks of one node in one call of its graph, since its first cached update. */
interface Node {
  /** The number of repeated tasks. */
  cached: number;
  readonly open: Map<string, TaskFrame>;
}

/**
 * The server reports the cached updates of a superstep by node, then the start of every task, then results of
 * only the tasks that really run. Once all starts are in, the tasks without a result are the cached ones as
 * soon as they are no more than the cached updates.
 */
export function createCachedTasks(): CachedTasks {
  const nodes = new Map<string, Node>();
  const keyOf = (namespace: string, name: string): string => `${namespace}|${name}`;

  /** The nodes of one graph call that have only cached tasks open. */
  const take = (namespace: string): readonly TaskFrame[] =>
    [...nodes].flatMap(([key, { cached, open }]) => {
      if (!key.startsWith(`${namespace}|`) || open.size === 0 || open.size > cached) return [];
      nodes.delete(key);
      return [...open.values()];
    });

  return {
    add(frame, task) {
      const namespace = frame.namespace.join('|');
      if (isCachedUpdate(frame)) {
        for (const name of updatedNodes(frame)) {
          const node = nodes.get(keyOf(namespace, name)) ?? { cached: 0, open: new Map<string, TaskFrame>() };
          node.cached += 1;
          nodes.set(keyOf(namespace, name), node);
        }
        return [];
      }
      if (nodes.size === 0) return [];
      if (task?.kind === 'start') {
        nodes.get(keyOf(task.callKey, task.name))?.open.set(task.taskId, task);
        return [];
      }
      if (task?.kind === 'result') nodes.get(keyOf(task.callKey, task.name))?.open.delete(task.taskId);
      return take(namespace);
    },
  };
}
