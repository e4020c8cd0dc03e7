import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Run } from '../../../shared/model/run.ts';
import type { ThreadRecord } from '../../../shared/model/thread-record.ts';
import type { RunLogStore } from '../model/run-log-store.ts';
import { throttle } from '../model/throttle.ts';
import { recordOfEvents } from './events-record.ts';

/** A node that runs many times a second is shown at intervals at which one can read, in milliseconds. */
export const refreshMs = 250;

export function useEventsRecord(log: RunLogStore | null, run: Run | undefined): ThreadRecord | null {
  const subscribe = useCallback(
    (listener: () => void) => {
      const throttled = throttle(refreshMs, listener);
      const unsubscribe = log?.subscribe(throttled.call);
      return () => {
        throttled.cancel();
        unsubscribe?.();
      };
    },
    [log],
  );
  const snapshot = useSyncExternalStore(subscribe, () => log?.get() ?? null);
  const runId = log?.key.runId ?? null;
  return useMemo(
    () => (runId === null || snapshot === null ? null : recordOfEvents(runId, snapshot, run)),
    [runId, snapshot, run],
  );
}
