/** What a node is doing, or did last, in the run that is on show. `next`: it would run if the thread went on. */
export type NodeStatus = 'idle' | 'next' | 'running' | 'finished' | 'failed' | 'waiting';

export interface NodeActivity {
  readonly status: NodeStatus;
  readonly visits: number;
  /** Milliseconds spent in it, over all visits of this run; `null` when it was not seen running. */
  readonly ms: number | null;
}

/** Read side, for the canvas: each node subscribes to itself only. */
export interface NodeActivitySource {
  get(nodeId: string): NodeActivity;
  subscribe(nodeId: string, listener: () => void): () => void;
}

export const idle: NodeActivity = { status: 'idle', visits: 0, ms: null };

/** A store of activities by node id. `set` replaces the whole picture and wakes only the nodes that changed. */
export interface NodeActivityStore extends NodeActivitySource {
  set(activities: ReadonlyMap<string, NodeActivity>): void;
}

export function createNodeActivityStore(): NodeActivityStore {
  let current: ReadonlyMap<string, NodeActivity> = new Map();
  const listeners = new Map<string, Set<() => void>>();
  const get = (nodeId: string): NodeActivity => current.get(nodeId) ?? idle;
  return {
    get,
    subscribe(nodeId, listener) {
      const own = listeners.get(nodeId) ?? new Set();
      listeners.set(nodeId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(nodeId);
      };
    },
    set(activities) {
      const before = current;
      current = activities;
      for (const [nodeId, own] of listeners) {
        const was = before.get(nodeId) ?? idle;
        const is = get(nodeId);
        if (was.status === is.status && was.visits === is.visits && was.ms === is.ms) continue;
        for (const listener of own) listener();
      }
    },
  };
}
