import { createStore } from 'zustand/vanilla';
import type { AgentActivity } from './agent-activity.ts';

export interface DisplayedRunRef {
  readonly threadId: string;
  readonly runId: string | null;
  readonly checkpointId: string | null;
  /** Displays the newest run; `null` if that is displayed. */
  readonly showNewest: (() => void) | null;
}

export type NodeStatus =
  | 'idle'
  | 'queued'
  | 'next'
  | 'running'
  | 'finished'
  | 'failed'
  | 'waiting'
  | 'aborted'
  | 'cancelled'
  | 'unknown'
  | 'skipped'
  | 'later';

export interface NodeActivity {
  readonly status: NodeStatus;
  readonly visits: number;
  /** Milliseconds by the clock over all visits of the turn; `null` if unknown. */
  readonly ms: number | null;
  /** Set if the true time is not shorter, or not longer. */
  readonly bound?: 'atLeast' | 'atMost';
}

// What the displayed run asks, each question in one line.
export interface CanvasQuestions {
  readonly questions: readonly { readonly nodeId: string; readonly line: string }[];
  // Whether there is a form to answer them: not in a recording or a playback.
  readonly isAnswerable: boolean;
}

export const noQuestions: CanvasQuestions = { questions: [], isAnswerable: true };

/** Read side, for the canvas. Each node subscribes to its own activity. */
export interface NodeActivitySource {
  get(nodeId: string): NodeActivity;
  subscribe(nodeId: string, listener: () => void): () => void;
  /** The activities of all nodes that have any; the same object until it changes. */
  all(): ReadonlyMap<string, NodeActivity>;
  /** Notifies after any node has changed, once for each update of the store. */
  subscribeAll(listener: () => void): () => void;
  /** The displayed run; the same object until it changes. `null` without one. */
  run(): DisplayedRunRef | null;
  subscribeRun(listener: () => void): () => void;
  /** What the nodes that run tools did, by node ID; the same object until it changes. */
  agents(): ReadonlyMap<string, AgentActivity>;
  subscribeAgents(listener: () => void): () => void;
  questions(): CanvasQuestions;
  subscribeQuestions(listener: () => void): () => void;
  isCut(): boolean;
  subscribeCut(listener: () => void): () => void;
}

export const idleActivity: NodeActivity = { status: 'idle', visits: 0, ms: null };

/** Activities by node ID. `set` replaces them all and notifies only the nodes that changed. */
export interface NodeActivityStore extends NodeActivitySource {
  set(activities: ReadonlyMap<string, NodeActivity>): void;
  setRun(run: DisplayedRunRef | null): void;
  setAgents(agents: ReadonlyMap<string, AgentActivity>): void;
  setQuestions(questions: CanvasQuestions): void;
  setCut(isCut: boolean): void;
}

export function createNodeActivityStore(): NodeActivityStore {
  let current: ReadonlyMap<string, NodeActivity> = new Map();
  const listeners = new Map<string, Set<() => void>>();
  const listenersToAll = new Set<() => void>();
  const displayedRun = createStore<{ readonly run: DisplayedRunRef | null }>(() => ({ run: null }));
  const agents = createStore<ReadonlyMap<string, AgentActivity>>(() => new Map());
  const questions = createStore(() => noQuestions);
  const cut = createStore(() => ({ isCut: false }));
  const get = (nodeId: string): NodeActivity => current.get(nodeId) ?? idleActivity;
  return {
    get,
    subscribe(nodeId, listener) {
      const nodeListeners = listeners.get(nodeId) ?? new Set();
      listeners.set(nodeId, nodeListeners.add(listener));
      return () => {
        nodeListeners.delete(listener);
        if (nodeListeners.size === 0) listeners.delete(nodeId);
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
        const activityBefore = before.get(nodeId) ?? idleActivity;
        const activityNow = get(nodeId);
        if (
          activityBefore.status === activityNow.status &&
          activityBefore.visits === activityNow.visits &&
          activityBefore.ms === activityNow.ms &&
          activityBefore.bound === activityNow.bound
        )
          continue;
        hasChanged = true;
        for (const listener of listeners.get(nodeId) ?? []) listener();
      }
      if (hasChanged) for (const listener of listenersToAll) listener();
    },
    run: () => displayedRun.getState().run,
    subscribeRun: displayedRun.subscribe,
    setRun: (run) => displayedRun.setState({ run }),
    agents: agents.getState,
    subscribeAgents: agents.subscribe,
    setAgents: (next) => agents.setState(next, true),
    questions: questions.getState,
    subscribeQuestions: questions.subscribe,
    setQuestions: (next) => questions.setState(next, true),
    isCut: () => cut.getState().isCut,
    subscribeCut: cut.subscribe,
    setCut: (isCut) => cut.setState({ isCut }),
  };
}
