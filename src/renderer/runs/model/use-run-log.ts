import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { RunEnd } from '../../../shared/model/run.ts';
import { refreshThread } from '../../queries/refresh-thread.ts';
import { rememberStartedRun } from '../../run-state/answer-guard.ts';
import { getRunStateStore } from '../../run-state/run-state-store.ts';
import { useRpc } from '../../rpc/rpc-context.ts';
import { showContinuation } from '../chosen-run.ts';
import { useRunSession } from '../run-session.ts';
import type { FrameList } from './frame-list.ts';
import { createRunLogStore, type RunLogSnapshot, type RunLogStore } from './run-log-store.ts';
import { throttle } from './throttle.ts';
import { subscribeToNothing } from '../../rpc/subscribe-to-nothing.ts';

// Minimum interval between refreshes of the thread during a live run, in milliseconds.
const refreshMs = 1000;

export interface FollowedLog {
  readonly store: RunLogStore | null;
  // The snapshot at the last change of connection, end or problem; not updated by events.
  readonly settled: RunLogSnapshot | null;
}

/**
 * Follows a run while it is displayed and refreshes the thread during the run and at its end. Doesn't
 * re-render on events: components that show them pass the store to `useLiveLog`.
 */
export function useRunLog(
  connectionId: string,
  threadId: string | null,
  runId: string | null,
  reloadKey: number,
): FollowedLog {
  const rpc = useRpc();
  const session = useRunSession();
  const store = useMemo(
    () => (runId === null ? null : { reloadKey, ...createRunLogStore({ connectionId, threadId, runId }) }),
    [connectionId, threadId, runId, reloadKey],
  );
  // Subscribes before the run is followed, so that no change is missed.
  useStreamReport(store);
  useEffect(() => {
    if (store === null) return;
    const unfollow = store.follow(rpc);
    session.setState({ followedLog: store });
    return () => {
      unfollow();
      session.setState({ followedLog: null });
    };
  }, [store, rpc, session]);
  useThreadRefresh(store);
  const readSettled = useMemo(() => (store ? settledOf(store) : () => null), [store]);
  const settled = useSyncExternalStore(store?.subscribe ?? subscribeToNothing, readSettled);
  return { store, settled };
}

export function useLiveLog(store: RunLogStore | null): RunLogSnapshot | null {
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, () => store?.get() ?? null);
}

/** How a run has ended, without rendering again at its events. */
export function useRunEnd(store: RunLogStore | null): RunEnd | null {
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, () => store?.get().end ?? null);
}

function settledOf(store: RunLogStore): () => RunLogSnapshot {
  let last = store.get();
  return () => {
    const next = store.get();
    const isSame =
      next.model === last.model &&
      next.connectionState === last.connectionState &&
      next.end === last.end &&
      next.problem === last.problem;
    if (!isSame) last = next;
    return last;
  };
}

// Minimum interval between stream reports to the run-state machine, in milliseconds.
const liveReportMs = 1000;

function useStreamReport(store: RunLogStore | null): void {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  const session = useRunSession();
  useEffect(() => {
    if (store === null || store.key.threadId === null) return;
    const { connectionId, threadId, runId } = store.key;
    const state = getRunStateStore(rpc, queryClient, connectionId, threadId);
    let last = '';
    let saidAt = 0;
    let continuedBy: string | null = null;
    const report = (): void => {
      const { connectionState, end, problem, frames, model } = store.get();
      const now = Date.now();
      // First, so that the thread does not look paused in between.
      if (end?.continuedBy !== undefined && end.continuedBy !== continuedBy) {
        continuedBy = end.continuedBy;
        rememberStartedRun(continuedBy);
        state.dispatch({ by: 'window', kind: 'started', runId: continuedBy, at: now });
        showContinuation(session, runId, continuedBy);
      }
      const facts = {
        connectionState: problem === null ? connectionState : 'unreadable',
        outcome: end?.outcome ?? null,
        hasEvents: frames.length > 0,
        hasInterrupt: model.hasInterrupt(),
      } as const;
      const text = JSON.stringify(facts);
      if (text === last && now - saidAt < liveReportMs) return;
      last = text;
      saidAt = now;
      state.dispatch({ by: 'stream', runId, ...facts, at: now });
    };
    report();
    const stop = store.subscribe(report);
    return () => {
      stop();
      const facts = {
        connectionState: 'left',
        outcome: null,
        hasEvents: false,
        hasInterrupt: false,
      } as const;
      state.dispatch({ by: 'stream', runId, ...facts, at: Date.now() });
    };
  }, [store, rpc, queryClient, session]);
}

// Invalidates cached data of the thread after a new root state and at the end of the run.
function useThreadRefresh(store: RunLogStore | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!store) return;
    const { key } = store;
    if (key.threadId === null) return;
    const { call, cancel } = throttle(refreshMs, () => void refreshThread(queryClient, key, 'stream'));
    let scannedTo = 0;
    let ended = false;
    const check = (): void => {
      const { frames, end } = store.get();
      const hasNews = hasRootState(frames, Math.min(scannedTo, frames.length));
      scannedTo = frames.length;
      if (end && !ended) {
        ended = true;
        cancel();
        void refreshThread(queryClient, key, 'action');
      } else if (hasNews && !end) call();
    };
    const stop = store.subscribe(check);
    return () => {
      stop();
      cancel();
    };
  }, [store, queryClient]);
}

// Whether any frame from `seen` on carries a new root state.
function hasRootState(frames: FrameList, fromSeq: number): boolean {
  const isRelevant = frames.names.map(
    ({ mode, namespace }) => (mode === 'values' || mode === 'updates') && namespace.length === 0,
  );
  for (let seq = fromSeq; seq < frames.length; seq += 1) if (isRelevant[frames.nameAt(seq)]) return true;
  return false;
}
