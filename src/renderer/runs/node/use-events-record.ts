import { useMemo, useSyncExternalStore } from 'react';
import type { Run } from '../../../shared/model/run.ts';
import type { ThreadRecord, Execution } from '../../../shared/model/thread-record.ts';
import type { RunLogStore, RunLogSnapshot } from '../model/run-log-store.ts';
import { throttle } from '../model/throttle.ts';
import { emptyRecord, mergeEvents } from '../../../shared/run-events/merge-events.ts';
import { subscribeToNothing } from '../../rpc/subscribe-to-nothing.ts';
import type { NodeUpdate } from '../model/node-updates.ts';
import { eventsOf } from '../model/events-of.ts';

/** A node that runs many times a second is shown at intervals at which one can read, in milliseconds. */
export const refreshMs = 250;
// A record of very many executions takes long to make, and is made again only after so many times as long.
const restFactor = 40;

export function useEventsRecord(log: RunLogStore | null, run: Run | undefined): ThreadRecord | null {
  const { subscribe, get } = useMemo(() => (log === null ? nothing : followEvents(log, run)), [log, run]);
  return useSyncExternalStore(subscribe, get);
}

interface EventsRecord {
  subscribe(listener: () => void): () => void;
  get(): ThreadRecord | null;
}

const nothing: EventsRecord = { subscribe: subscribeToNothing, get: () => null };

function followEvents(log: RunLogStore, run: Run | undefined): EventsRecord {
  const { runId } = log.key;
  let made: { readonly of: RunLogSnapshot; readonly record: ThreadRecord } | null = null;
  let durationMs = 0;
  const make = (): ThreadRecord => {
    const snapshot = log.get();
    if (made?.of === snapshot) return made.record;
    const before = performance.now();
    const record = recordOfEvents(runId, snapshot, run);
    durationMs = performance.now() - before;
    made = { of: snapshot, record };
    return record;
  };
  return {
    subscribe(listener) {
      const throttled = throttle(
        () => Math.max(refreshMs, restFactor * durationMs),
        () => {
          make();
          listener();
        },
      );
      const unsubscribe = log.subscribe(() => {
        if (log.get().end === null) return throttled.call();
        // Nothing comes after the end, which is not to wait for its turn.
        throttled.cancel();
        make();
        listener();
      });
      make();
      return () => {
        throttled.cancel();
        unsubscribe();
      };
    },
    get: () => made?.record ?? make(),
  };
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
