import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { AppError, ErrorCode } from '../../shared/app-error.ts';
import type { ThreadRecord, ThreadRecordChange } from '../../shared/model/thread-record.ts';
import { applyChange } from '../../shared/thread-record/apply-change.ts';
import { fromWireError } from '../../shared/wire-error.ts';
import { useRpc, type StudioRpc } from '../rpc/rpc-context.ts';
import { createRefCountedStore, type RefCountedStore } from '../rpc/ref-counted-store.ts';
import { subscribeToStream } from '../rpc/subscription.ts';
import { failedAction } from '../ui/display/describe-error.ts';
import { showToast } from '../ui/popups/toast-store.ts';

export interface ThreadRecordState {
  /** `null` until it is read. It stays while reconnecting, and after an error. */
  readonly record: ThreadRecord | null;
  /** The server's clock, in milliseconds since 1970, at a time of `performance.now()`; `null` if unknown. */
  readonly clock: { readonly serverMs: number; readonly at: number } | null;
  /** Why it can't be read, or has not been readable for a while. */
  readonly error: AppError | null;
  readonly retry: () => void;
}

const initial: ThreadRecordState = { record: null, clock: null, error: null, retry: () => undefined };
const none = createRefCountedStore(initial, () => () => undefined);

const stores = new WeakMap<StudioRpc, Map<string, RefCountedStore<ThreadRecordState>>>();

// A server that was too busy for a first read is asked again after these times, in milliseconds.
const firstRetryMs = 2000;
const maxRetryMs = 15_000;
const passingErrors: ReadonlySet<ErrorCode> = new Set([
  'timeout',
  'unreachable',
  'server-failed',
  'rate-limited',
]);

// Of records that no view shows any more, only the last ones are kept.
const maxUnused = 3;

/** What is known of what ran on a thread, live while any view shows it. `null`: no thread. */
export function useThreadRecord(connectionId: string, threadId: string | null): ThreadRecordState {
  const rpc = useRpc();
  const store = useMemo(
    () => (threadId === null ? none : threadRecordStore(rpc, connectionId, threadId)),
    [rpc, connectionId, threadId],
  );
  return useStore(store);
}

/** What is known by now of a thread that a view shows, for an action; `null` if it is not read, and a toast says so. */
export function threadRecordForAction(
  rpc: StudioRpc,
  connectionId: string,
  threadId: string,
): ThreadRecord | null {
  const { record, error } = threadRecordStore(rpc, connectionId, threadId).getState();
  if (record === null && error === null) showToast('Still reading what ran on this thread.', 'wait');
  else if (record === null) showToast(failedAction('Could not read what ran on this thread', error), 'fail');
  return record;
}

/** The record of a thread as a store, which is live while anyone listens. */
export function threadRecordStore(
  rpc: StudioRpc,
  connectionId: string,
  threadId: string,
): RefCountedStore<ThreadRecordState> {
  const ofStudio = stores.get(rpc) ?? new Map<string, RefCountedStore<ThreadRecordState>>();
  stores.set(rpc, ofStudio);
  const key = `${connectionId} ${threadId}`;
  const store = ofStudio.get(key) ?? createThreadRecordStore(rpc, connectionId, threadId);
  // As the newest one.
  ofStudio.delete(key);
  const unused = [...ofStudio].filter(([, other]) => !other.isInUse());
  for (const [oldKey] of unused.slice(0, Math.max(0, unused.length - maxUnused))) ofStudio.delete(oldKey);
  ofStudio.set(key, store);
  return store;
}

function createThreadRecordStore(
  rpc: StudioRpc,
  connectionId: string,
  threadId: string,
): RefCountedStore<ThreadRecordState> {
  const store = createRefCountedStore(initial, () => {
    let retryTimer: ReturnType<typeof setTimeout> | undefined;
    let delayMs = firstRetryMs;
    const follow = () =>
      subscribeToStream(
        rpc,
        'threads.record',
        { connectionId, threadId },
        {
          onItem(change) {
            const { record, clock, error } = store.getState();
            const { serverMs } = change;
            const next = serverMs === undefined ? clock : { serverMs, at: performance.now() };
            store.setState({
              record: applyChange(record, change),
              clock: next,
              error: problemAfter(change, error),
            });
          },
          onState(state, error) {
            store.setState({ error });
            if (state === 'live') delayMs = firstRetryMs;
            // The back end reads by itself again only what it has read once. What was read here once may be readable again.
            const mayPass =
              error !== null && (store.getState().record !== null || passingErrors.has(error.code));
            if (!mayPass) return;
            retryTimer = setTimeout(retry, delayMs);
            delayMs = Math.min(2 * delayMs, maxRetryMs);
          },
        },
      );
    let unsubscribe = follow();
    const stop = (): void => {
      clearTimeout(retryTimer);
      unsubscribe();
    };
    const retry = (): void => {
      stop();
      unsubscribe = follow();
    };
    store.setState({ error: null, retry });
    return stop;
  });
  return store;
}

/** What events report changes a record also while it can't be read. */
function problemAfter(change: ThreadRecordChange, error: AppError | null): AppError | null {
  if (change.kind === 'change') return error;
  return change.kind === 'snapshot' || change.problem === null ? null : fromWireError(change.problem);
}
