import type { RunFrame } from '../../../shared/model/run.ts';
import { namespaceLevels, nodeIdOf } from '../../../shared/checkpoint-namespace.ts';
import { isCachedUpdate, updatedNodes } from '../../../shared/run-events/task-frame.ts';

/** An `updates` frame of a node: all that a run without `tasks` events reports of a task. */
export interface NodeUpdate {
  readonly seq: number;
  /** Milliseconds since the run's first frame. */
  readonly atMs: number;
}

export interface NodeUpdatesReducer {
  add(frame: RunFrame): void;
  // The updates of a node in their order. Returns the same array until there is another one.
  of(nodeId: string): readonly NodeUpdate[];
}

const none: readonly NodeUpdate[] = [];

export function createNodeUpdatesReducer(): NodeUpdatesReducer {
  const byNode = new Map<string, NodeUpdate[]>();
  const listed = new Map<string, readonly NodeUpdate[]>();
  return {
    add(frame) {
      if (frame.mode !== 'updates' || isCachedUpdate(frame)) return;
      for (const name of updatedNodes(frame)) {
        const nodeId = nodeIdOf(namespaceLevels(frame.namespace), name);
        const nodeUpdates = byNode.get(nodeId);
        const update = { seq: frame.seq, atMs: frame.atMs };
        if (nodeUpdates) nodeUpdates.push(update);
        else byNode.set(nodeId, [update]);
        listed.delete(nodeId);
      }
    },
    of(nodeId) {
      const nodeUpdates = byNode.get(nodeId);
      if (!nodeUpdates) return none;
      const all = listed.get(nodeId) ?? [...nodeUpdates];
      listed.set(nodeId, all);
      return all;
    },
  };
}
