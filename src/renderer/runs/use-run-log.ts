import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { queryKeys } from '../client/query-keys.ts';
import { useStudio } from '../client/studio.tsx';
import type { FrameList } from './frame-list.ts';
import { createRunLogStore, type RunLogPicture, type RunLogStore } from './run-log-store.ts';
import { throttled } from './throttle.ts';

/** How often a live run refreshes what the server knows of its thread, at most: milliseconds. */
const refreshMs = 1000;

/** Follows a run while it is shown; `null` without one. Refreshes the thread as the run goes on and when it ends. */
export function useRunLog(
  connectionId: string,
  threadId: string | null,
  runId: string | null,
  /** Another number follows the run anew. */
  attempt: number,
): RunLogPicture | null {
  const studio = useStudio();
  const store = useMemo(
    () => (runId === null ? null : { attempt, ...createRunLogStore({ connectionId, threadId, runId }) }),
    [connectionId, threadId, runId, attempt],
  );
  useEffect(() => store?.follow(studio), [store, studio]);
  useThreadRefresh(store);
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, () => store?.get() ?? null);
}

/** A new root state, or the end, makes what was read of the thread out of date. */
function useThreadRefresh(store: RunLogStore | null): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!store) return;
    const { connectionId, threadId } = store.key;
    const refresh = (): void => {
      if (threadId === null) return;
      void queries.invalidateQueries({ queryKey: queryKeys.thread(connectionId, threadId) });
      void queries.invalidateQueries({ queryKey: queryKeys.threads(connectionId) });
    };
    const { call, cancel } = throttled(refreshMs, refresh);
    let seen = 0;
    let ended = false;
    const look = (): void => {
      const { frames, end } = store.get();
      const hasNews = hasRootState(frames, Math.min(seen, frames.length));
      seen = frames.length;
      if (end && !ended) {
        ended = true;
        cancel();
        refresh();
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
