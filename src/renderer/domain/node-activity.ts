import { createStore } from 'zustand/vanilla';
import type { TraceStep } from '../../shared/model/threads/execution-trace.ts';

/** What the run that is on show did, step by step, for the canvas. A new object whenever something changed. */
export interface RunTrace {
  readonly threadId: string;
  readonly runId: string;
  /** Works the steps out; `null` when the run's events can't be read, and only the history tells. */
  readonly steps: () => readonly TraceStep[] | null;
  /** Changes when a run of the thread began or ended: what was read of its history is then out of date. */
  readonly version: string;
}

/**
 * What a node is doing, or did last, in the run that is on show. `queued`: it is about to run; `next`: it would run if
 * the thread went on; `skipped`: the run could have gone there and went elsewhere.
 */
export type NodeStatus =
  'idle' | 'queued' | 'next' | 'running' | 'finished' | 'failed' | 'waiting' | 'skipped';

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
  /** What the run on show did, step by step; the same object until it changed. `null` while none is on show. */
  trace(): RunTrace | null;
  subscribeTrace(listener: () => void): () => void;
}

export const idleActivity: NodeActivity = { status: 'idle', visits: 0, ms: null };

/** A store of activities by node id. `set` replaces the whole picture and wakes only the nodes that changed. */
export interface NodeActivityStore extends NodeActivitySource {
  set(activities: ReadonlyMap<string, NodeActivity>): void;
  setTrace(trace: RunTrace | null): void;
}

export function createNodeActivityStore(): NodeActivityStore {
  let current: ReadonlyMap<string, NodeActivity> = new Map();
  const listeners = new Map<string, Set<() => void>>();
  const trace = createStore<RunTrace | null>(() => null);
  const get = (nodeId: string): NodeActivity => current.get(nodeId) ?? idleActivity;
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
      // Only nodes that did something, now or before: thousands may listen while few do.
      for (const nodeId of new Set([...before.keys(), ...activities.keys()])) {
        const was = before.get(nodeId) ?? idleActivity;
        const is = get(nodeId);
        if (was.status === is.status && was.visits === is.visits && was.ms === is.ms) continue;
        for (const listener of listeners.get(nodeId) ?? []) listener();
      }
    },
    trace: trace.getState,
    subscribeTrace: trace.subscribe,
    setTrace: (next) => trace.setState(next, true),
  };
}
