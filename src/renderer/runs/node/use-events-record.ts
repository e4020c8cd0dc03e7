import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Run } from '../../../shared/model/run.ts';
import type { ThreadRecord, Execution } from '../../../shared/model/thread-record.ts';
import type { RunLogStore, RunLogSnapshot } from '../model/run-log-store.ts';
import { throttle } from '../model/throttle.ts';
import { emptyRecord, mergeEvents } from '../../../shared/run-events/merge-events.ts';
import type { NodeUpdate } from '../model/node-updates.ts';
import { eventsOf } from '../model/events-of.ts';

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

// What the events of a run alone report, for one without a thread, and for a thread whose record can't be read.
export function recordOfEvents(runId: string, log: RunLogSnapshot, run: Run | undefined): ThreadRecord {
  return mergeEvents(emptyRecord(''), [eventsOf(log, { runId, run })]);
}

// The update by which an execution is known; `null` for a task.
export function updateOf({ model }: RunLogSnapshot, { nodeId, name, taskId }: Execution): NodeUpdate | null {
  // Asked for with every batch of events, and a node may have run 100,000 times.
  if (!taskId.startsWith('update ')) return null;
  return model.nodeUpdates.of(nodeId).findLast(({ seq }) => taskId === `update ${seq} ${name}`) ?? null;
}
