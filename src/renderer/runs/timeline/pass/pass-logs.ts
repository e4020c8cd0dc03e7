import type { Studio } from '../../../rpc/rpc-context.ts';
import { createRunLogStore, type RunLogSnapshot } from '../../log/run-log-store.ts';

/** A run whose log is wanted. */
export interface WantedLog {
  readonly runId: string;
  /** Its events still arrive. */
  readonly isActive: boolean;
}

/** The logs of the runs of a pass beside the one in the dock. */
export interface PassLogs {
  /** The logs that are read, by run. A new map on every change. */
  get(): ReadonlyMap<string, RunLogSnapshot>;
  subscribe(listener: () => void): () => void;
  /**
   * Reads these logs, and lets go of those that are not of the pass. Each must be stored on the host: reading
   * another one may take its events from another reader (row R-6).
   */
  want(logs: readonly WantedLog[], pass: readonly string[]): void;
  /** Keeps a log that was followed to its end, so that it is not read again. */
  keep(runId: string, log: RunLogSnapshot): void;
  /** Lets go of all. */
  leave(): void;
}

export function createPassLogs(studio: Studio, connectionId: string, threadId: string): PassLogs {
  const listeners = new Set<() => void>();
  const following = new Map<string, () => void>();
  let active: ReadonlySet<string> = new Set();
  let known: ReadonlyMap<string, RunLogSnapshot> = new Map();

  const change = (next: ReadonlyMap<string, RunLogSnapshot>): void => {
    known = next;
    for (const listener of listeners) listener();
  };
  const follow = (runId: string): void => {
    const store = createRunLogStore({ connectionId, threadId, runId });
    const unsubscribe = store.subscribe(() => {
      const log = store.get();
      // What is read so far of an ended run says nothing of its end.
      if (log.end === null && log.problem === null && !active.has(runId)) return;
      change(new Map(known).set(runId, log));
    });
    const leave = store.follow(studio);
    following.set(runId, () => {
      unsubscribe();
      leave();
    });
  };
  const drop = (isDropped: (runId: string) => boolean): void => {
    for (const [runId, stop] of following) {
      if (!isDropped(runId)) continue;
      stop();
      following.delete(runId);
    }
    const rest = new Map([...known].filter(([runId]) => !isDropped(runId)));
    if (rest.size < known.size) change(rest);
  };

  return {
    get: () => known,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    want(logs, pass) {
      active = new Set(logs.flatMap(({ runId, isActive }) => (isActive ? [runId] : [])));
      drop((runId) => !pass.includes(runId));
      for (const { runId } of logs) if (!following.has(runId) && !known.has(runId)) follow(runId);
    },
    keep(runId, log) {
      if (known.get(runId)?.frames === log.frames) return;
      following.get(runId)?.();
      following.delete(runId);
      change(new Map(known).set(runId, log));
    },
    leave: () => drop(() => true),
  };
}
