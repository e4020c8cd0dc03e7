import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { queryKeys } from '../../queries/query-keys.ts';
import { refreshQueries } from '../../queries/refresh-queries.ts';
import { getRunStateStore } from '../../run-state/run-state-store.ts';
import { useStudio } from '../../rpc/rpc-context.ts';
import type { FrameList } from '../frames/frame-list.ts';
import { createRunLogStore, type RunLogSnapshot, type RunLogStore } from './run-log-store.ts';
import { throttle } from './throttle.ts';

/** How often a live run refreshes what the server knows of its thread, at most: milliseconds. */
const refreshMs = 1000;

/** A run that is followed. */
export interface FollowedLog {
  /** `null` without a run. */
  readonly store: RunLogStore | null;
  /** The run as it stood when its link, its end or a problem last changed: not for what comes with each event. */
  readonly settled: RunLogSnapshot | null;
}

/**
 * Follows a run while it is shown. Refreshes the thread as the run goes on and when it ends. Does not render with each
 * batch of events: whoever shows them takes the store to `useLiveLog`.
 */
export function useRunLog(
  connectionId: string,
  threadId: string | null,
  runId: string | null,
  /** Another number follows the run anew. */
  attempt: number,
): FollowedLog {
  const studio = useStudio();
  const store = useMemo(
    () => (runId === null ? null : { attempt, ...createRunLogStore({ connectionId, threadId, runId }) }),
    [connectionId, threadId, runId, attempt],
  );
  // Before it is followed, so that nothing it says is missed.
  useStreamReport(store);
  useEffect(() => store?.follow(studio), [store, studio]);
  useThreadRefresh(store);
  const readSettled = useMemo(() => (store ? settledOf(store) : () => null), [store]);
  const settled = useSyncExternalStore(store?.subscribe ?? subscribeToNothing, readSettled);
  return { store, settled };
}

/** The followed run as it stands, with every batch of events. */
export function useLiveLog(store: RunLogStore | null): RunLogSnapshot | null {
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, () => store?.get() ?? null);
}

function settledOf(store: RunLogStore): () => RunLogSnapshot {
  let last = store.get();
  return () => {
    const next = store.get();
    const isSame =
      next.model === last.model &&
      next.link === last.link &&
      next.end === last.end &&
      next.problem === last.problem;
    if (!isSame) last = next;
    return last;
  };
}

/** While events come, the run-state machine is told so at most this often: milliseconds. */
const liveReportMs = 1000;

/** Tells the run-state machine of the thread how the stream stands. */
function useStreamReport(store: RunLogStore | null): void {
  const studio = useStudio();
  const queries = useQueryClient();
  useEffect(() => {
    if (store === null || store.key.threadId === null) return;
    const { connectionId, threadId, runId } = store.key;
    const state = getRunStateStore(studio, queries, connectionId, threadId);
    let last = '';
    let saidAt = 0;
    const report = (): void => {
      const { link, end, problem, frames, model } = store.get();
      const now = Date.now();
      const facts = {
        link: problem === null ? link : 'unreadable',
        outcome: end?.outcome ?? null,
        hasEvents: frames.length > 0,
        hasInterrupt: model.hasInterrupt(),
      } as const;
      const text = JSON.stringify(facts);
      if (text === last && now - saidAt < liveReportMs) return;
      last = text;
      saidAt = now;
      state.say({ by: 'stream', runId, ...facts, at: now });
    };
    report();
    const stop = store.subscribe(report);
    return () => {
      stop();
      const facts = { link: 'left', outcome: null, hasEvents: false, hasInterrupt: false } as const;
      state.say({ by: 'stream', runId, ...facts, at: Date.now() });
    };
  }, [store, studio, queries]);
}

/** A new root state, or the end, makes what was read of the thread out of date. */
function useThreadRefresh(store: RunLogStore | null): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!store) return;
    const { connectionId, threadId } = store.key;
    const keys =
      threadId === null ? [] : [queryKeys.thread(connectionId, threadId), queryKeys.threads(connectionId)];
    const { call, cancel } = throttle(refreshMs, () => {
      for (const key of keys) refreshQueries(queries, key);
    });
    let seen = 0;
    let ended = false;
    const look = (): void => {
      const { frames, end } = store.get();
      const hasNews = hasRootState(frames, Math.min(seen, frames.length));
      seen = frames.length;
      if (end && !ended) {
        ended = true;
        cancel();
        // What is still being read is from before the end.
        for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
      } else if (hasNews && !end) call();
    };
    const stop = store.subscribe(look);
    return () => {
      stop();
      cancel();
    };
  }, [store, queries]);
}

/** Whether a frame from `seen` on tells of a new state of the whole graph. */
function hasRootState(frames: FrameList, seen: number): boolean {
  const tells = frames.names.map(
    ({ mode, namespace }) => (mode === 'values' || mode === 'updates') && namespace.length === 0,
  );
  for (let seq = seen; seq < frames.length; seq += 1) if (tells[frames.nameAt(seq)]) return true;
  return false;
}

function subscribeToNothing(): () => void {
  return () => undefined;
}
