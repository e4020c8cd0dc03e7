import { type Query, notifyManager, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Run } from '../../shared/model/run.ts';
import type { Thread } from '../../shared/model/thread.ts';
import { queryKeys } from '../queries/query-keys.ts';
import type { RunStateReport } from './run-reports.ts';
import { createStore, useStore, type StoreApi } from 'zustand';
import { createRefCountedStore, type RefCountedStore } from '../rpc/ref-counted-store.ts';
import { useRpc, type StudioRpc } from '../rpc/rpc-context.ts';
import { initialRunState, reduceRunState, type RunState, type RunStateDispatch } from './run-state.ts';

// Turns query results into reports about a thread; other queries give none.
export function createQueryReports(connectionId: string, threadId: string) {
  const textOf = (key: readonly unknown[]): string => JSON.stringify(key);
  const runsKey = textOf(queryKeys.runs(connectionId, threadId));
  const recordKey = textOf(queryKeys.threadRecord(connectionId, threadId));
  const headKey = textOf(queryKeys.state(connectionId, threadId, null));
  const listKey = queryKeys.threads(connectionId);

  return ({ queryKey, state: { data } }: Query, requestedAt: number): RunStateReport[] => {
    const nowMs = Date.now();
    const key = textOf(queryKey);
    if (key === runsKey) return [{ by: 'run', runs: data as readonly Run[], at: nowMs }];
    if (key === recordKey)
      return [{ by: 'thread', status: (data as Thread).status, askedAt: requestedAt, at: nowMs }];
    if (key === headKey) return [{ by: 'checkpoint', askedAt: requestedAt, at: nowMs }];
    if (queryKey.length !== listKey.length + 1 || queryKey[2] !== listKey[2]) return [];
    const { pages } = data as { readonly pages: readonly { readonly threads: readonly Thread[] }[] };
    const listed = pages.flatMap(({ threads }) => threads).find((one) => one.threadId === threadId);
    return listed ? [{ by: 'thread', status: listed.status, askedAt: requestedAt, at: nowMs }] : [];
  };
}

// The state of a thread's runs, shared by all panes. While anyone listens, all responses about the thread are
// evaluated, whoever requested them.
export interface RunStateStore extends ReadonlyStore<RunState> {
  // Adds a report. Listeners are called only if the displayed state has changed.
  dispatch(report: RunStateReport): RunState;
}

type Entry = RunStateStore & Pick<RefCountedStore<RunState>, 'isInUse'>;
type ReadonlyStore<T> = Pick<StoreApi<T>, 'getState' | 'getInitialState' | 'subscribe'>;

// Number of stores; the least recently used one is dropped, unless it is in use.
const maxThreads = 20;

const all = new WeakMap<StudioRpc, Map<string, Entry>>();

const nothingKnown = createStore(() => initialRunState);

/** One store per thread. */
export function getRunStateStore(
  rpc: StudioRpc,
  queryClient: QueryClient,
  connectionId: string,
  threadId: string,
): RunStateStore {
  const stores = all.get(rpc) ?? new Map<string, Entry>();
  all.set(rpc, stores);
  const key = JSON.stringify([connectionId, threadId]);
  const entry = stores.get(key);
  if (entry) return entry;
  const store = createEntry((dispatch) => {
    const stopRecord = listenToRecord(rpc, queryClient, { connectionId, threadId }, dispatch);
    const stopQueries = listenToQueries(queryClient, connectionId, threadId, dispatch);
    return () => {
      stopRecord();
      stopQueries();
    };
  });
  stores.set(key, store);
  for (const [other, { isInUse }] of stores) {
    if (stores.size <= maxThreads) break;
    if (other !== key && !isInUse()) stores.delete(other);
  }
  return store;
}

/** The live state of a thread. Without a thread, nothing is known. */
export function useRunState(connectionId: string | null, threadId: string | null): RunState {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  const store =
    connectionId === null || threadId === null
      ? null
      : getRunStateStore(rpc, queryClient, connectionId, threadId);
  return useStore(store ?? nothingKnown);
}

function createEntry(attach: (dispatch: RunStateDispatch) => () => void): Entry {
  let state = initialRunState;
  const store = createRefCountedStore(initialRunState, () => attach(dispatch));
  const dispatch = (report: RunStateReport): RunState => {
    state = reduceRunState(state, report);
    // Reports without a visible change must not re-render.
    if (!looksSame(store.getState(), state)) store.setState(state, true);
    return state;
  };
  return { ...store, dispatch };
}

function looksSame(a: RunState, b: RunState): boolean {
  return (
    a.phase === b.phase &&
    a.runId === b.runId &&
    a.since === b.since &&
    a.run.phase === b.run.phase &&
    a.ending === b.ending &&
    a.reports.summary?.closedQuestions === b.reports.summary?.closedQuestions &&
    a.reports.summary?.discardedQuestions === b.reports.summary?.discardedQuestions &&
    a.reports.summary?.head?.checkpointId === b.reports.summary?.head?.checkpointId &&
    a.headIsCurrent === b.headIsCurrent &&
    a.serverAnswers === b.serverAnswers
  );
}

// Reports the run state of the thread's record; loaded lazily. Returns an unsubscribe function.
function listenToRecord(
  rpc: StudioRpc,
  queryClient: QueryClient,
  threadRef: { readonly connectionId: string; readonly threadId: string },
  dispatch: RunStateDispatch,
): () => void {
  let stop: (() => void) | null = null;
  let isStopped = false;
  import('./report-record.ts').then(
    (module) => {
      if (!isStopped) stop = module.reportRecord(rpc, queryClient, threadRef, dispatch);
    },
    // The page is of another version than its files. The part that needs them shows the error.
    () => undefined,
  );
  return () => {
    isStopped = true;
    stop?.();
  };
}

function listenToQueries(
  queryClient: QueryClient,
  connectionId: string,
  threadId: string,
  dispatch: RunStateDispatch,
): () => void {
  const cache = queryClient.getQueryCache();
  const read = createQueryReports(connectionId, threadId);
  const askedAt = new Map<string, number>();
  const feed = (query: Query, requestedAt: number): void => {
    for (const report of read(query, requestedAt)) dispatch(report);
  };
  for (const query of cache.findAll({ queryKey: ['server', connectionId] })) {
    if (query.state.data !== undefined) feed(query, query.state.dataUpdatedAt);
  }
  return cache.subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[1] !== connectionId) return;
    const { query, action } = event;
    if (action.type === 'fetch') askedAt.set(query.queryHash, Date.now());
    if (action.type !== 'success') return;
    const requestedAt = askedAt.get(query.queryHash) ?? Date.now();
    askedAt.delete(query.queryHash);
    // Together with the views that use the query, so that everything changes in one render.
    notifyManager.schedule(() => feed(query, requestedAt));
  });
}
