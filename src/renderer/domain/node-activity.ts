import { createStore } from 'zustand/vanilla';
import type { TraceStep } from '../../shared/model/threads/execution-trace.ts';
import type { AgentActivity } from './agent-activity.ts';

/** What the selected run did, step by step, for the canvas. A new object on each change. */
export interface RunTrace {
  readonly threadId: string;
  readonly runId: string;
  /** Computes the steps; `null` if the run's events can't be read and only the history is available. */
  readonly steps: () => readonly TraceStep[] | null;
  /** Changes when a run of the thread starts or ends, which makes earlier reads of the history stale. */
  readonly version: string;
}

/** What a node is doing, or did last, in the selected run. */
export type NodeStatus =
  | 'idle'
  /** About to run. */
  | 'queued'
  /** Would run if the thread continued. */
  | 'next'
  | 'running'
  | 'finished'
  | 'failed'
  | 'waiting'
  /** The run could have gone there but did not. */
  | 'skipped'
  /** Ran after the viewed checkpoint. */
  | 'later';

export interface NodeActivity {
  readonly status: NodeStatus;
  readonly visits: number;
  /** Milliseconds over all visits of this run; `null` if it was not observed. */
  readonly ms: number | null;
}

/** Read side, for the canvas. Each node subscribes to its own activity. */
export interface NodeActivitySource {
  get(nodeId: string): NodeActivity;
  subscribe(nodeId: string, listener: () => void): () => void;
  /** The activities of all nodes that have any; the same object until it changes. */
  all(): ReadonlyMap<string, NodeActivity>;
  /** Notifies after any node has changed, once for each update of the store. */
  subscribeAll(listener: () => void): () => void;
  /** What the selected run did, step by step; the same object until it changes. `null` without a run. */
  trace(): RunTrace | null;
  subscribeTrace(listener: () => void): () => void;
  /** What the nodes that run tools did, by node ID; the same object until it changes. */
  agents(): ReadonlyMap<string, AgentActivity>;
  subscribeAgents(listener: () => void): () => void;
  /** Number of runs of the pass whose activity is joined, if there are older ones; `null` if these are all. */
  cutPass(): number | null;
  subscribeCutPass(listener: () => void): () => void;
}

export const idleActivity: NodeActivity = { status: 'idle', visits: 0, ms: null };

/** Activities by node ID. `set` replaces them all and notifies only the nodes that changed. */
export interface NodeActivityStore extends NodeActivitySource {
  set(activities: ReadonlyMap<string, NodeActivity>): void;
  setTrace(trace: RunTrace | null): void;
  setAgents(agents: ReadonlyMap<string, AgentActivity>): void;
  setCutPass(runs: number | null): void;
}

export function createNodeActivityStore(): NodeActivityStore {
  let current: ReadonlyMap<string, NodeActivity> = new Map();
  const listeners = new Map<string, Set<() => void>>();
  const listenersToAll = new Set<() => void>();
  const trace = createStore<RunTrace | null>(() => null);
  const agents = createStore<ReadonlyMap<string, AgentActivity>>(() => new Map());
  const cutPass = createStore<{ readonly runs: number | null }>(() => ({ runs: null }));
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
    all: () => current,
    subscribeAll(listener) {
      listenersToAll.add(listener);
      return () => listenersToAll.delete(listener);
    },
    set(activities) {
      const before = current;
      let hasChanged = false;
      current = activities;
      // Only nodes with activity, before or now: thousands may subscribe while few are active.
      for (const nodeId of new Set([...before.keys(), ...activities.keys()])) {
        const was = before.get(nodeId) ?? idleActivity;
        const is = get(nodeId);
        if (was.status === is.status && was.visits === is.visits && was.ms === is.ms) continue;
        hasChanged = true;
        for (const listener of listeners.get(nodeId) ?? []) listener();
      }
      if (hasChanged) for (const listener of listenersToAll) listener();
    },
    trace: trace.getState,
    subscribeTrace: trace.subscribe,
    setTrace: (next) => trace.setState(next, true),
    agents: agents.getState,
    subscribeAgents: agents.subscribe,
    setAgents: (next) => agents.setState(next, true),
    cutPass: () => cutPass.getState().runs,
    subscribeCutPass: cutPass.subscribe,
    setCutPass: (runs) => cutPass.setState({ runs }),
  };
}
