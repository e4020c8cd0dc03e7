import type { RunFrame } from '../model/run.ts';
import { isCachedUpdate, updatedNodes, type TaskFrame } from './task-frame.ts';

// Detects tasks that a resumed run only repeats, because an earlier run finished them.
export interface CachedTasks {
  // Adds the next frame with its parsed task, if any. Returns the starts that turn out to be repeats.
  add(frame: RunFrame, task: TaskFrame | null): readonly TaskFrame[];
}

interface Node {
  cached: number;
  readonly open: Map<string, TaskFrame>;
}

/**
 * For a superstep, the JavaScript server reports the cached updates by node and then the start of every task, the
 * Python server the starts first; both report results of only the tasks that really run. Once all starts are in, the
 * tasks without a result are the cached ones as soon as they are no more than the cached updates.
 */
export function createCachedTasks(): CachedTasks {
  const nodes = new Map<string, Node>();
  const nodeOf = (namespace: string, name: string): Node => {
    const key = `${namespace}|${name}`;
    const node = nodes.get(key) ?? { cached: 0, open: new Map<string, TaskFrame>() };
    nodes.set(key, node);
    return node;
  };
  let waiting = 0;

  // The nodes of one graph call that have only cached tasks open.
  const take = (namespace: string): readonly TaskFrame[] =>
    [...nodes].flatMap(([key, { cached, open }]) => {
      if (cached === 0 || !key.startsWith(`${namespace}|`) || open.size === 0 || open.size > cached)
        return [];
      nodes.delete(key);
      waiting -= 1;
      return [...open.values()];
    });

  return {
    add(frame, task) {
      const namespace = frame.namespace.join('|');
      if (isCachedUpdate(frame)) {
        for (const name of updatedNodes(frame)) {
          const node = nodeOf(namespace, name);
          if (node.cached === 0) waiting += 1;
          node.cached += 1;
        }
        return take(namespace);
      }
      if (task?.kind === 'start') {
        nodeOf(task.callKey, task.name).open.set(task.taskId, task);
        return [];
      }
      if (task?.kind === 'result') {
        const key = `${task.callKey}|${task.name}`;
        const node = nodes.get(key);
        node?.open.delete(task.taskId);
        if (node?.cached === 0 && node.open.size === 0) nodes.delete(key);
      }
      return waiting === 0 ? [] : take(namespace);
    },
  };
}
