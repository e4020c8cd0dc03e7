import type { QueryClient, Query, QueryKey } from '@tanstack/react-query';
import { invalidateChanged } from './invalidate-changed.ts';
import { queryKeys } from './query-keys.ts';

// How it is known that a thread has changed. `action`: something was done to it here, or its run has ended,
// so that reads under way are from before and start again. `stream`: a run goes on, with news faster than
// they can be read, so that reads under way are finished first. `record`: its record has changed, which
// therefore need not be read again.
export type ThreadChange = 'action' | 'stream' | 'record';

/**
 * The one way to refresh a thread: reads again what is displayed of it (record, state, history, runs) and the
 * lists of its server's threads, and the rest when it is displayed next. `threadId: null`: the lists only.
 * Resolves when `action` has been read; for the others at once.
 */
export async function refreshThread(
  queryClient: QueryClient,
  { connectionId, threadId }: { readonly connectionId: string; readonly threadId: string | null },
  change: ThreadChange,
): Promise<void> {
  const threadKeys = threadId === null ? [] : [queryKeys.thread(connectionId, threadId)];
  const all = [...threadKeys, queryKeys.threads(connectionId)];
  if (change === 'action') {
    await Promise.all(all.map((queryKey) => invalidateChanged(queryClient, queryKey)));
  } else if (change === 'stream') {
    for (const queryKey of all) refreshQueries(queryClient, queryKey);
  } else {
    for (const queryKey of threadKeys)
      refreshQueries(queryClient, queryKey, (query) => query.queryKey.at(-1) !== 'record');
  }
}

// Queries to read again after the current read.
const outdated = new WeakSet<Query>();

// Marks the data under a key as stale. Unlike `invalidateQueries`, a running read is completed and then
// repeated: otherwise a read that takes longer than the time between two changes would never finish.
export function refreshQueries(
  client: QueryClient,
  queryKey: QueryKey,
  predicate: (query: Query) => boolean = () => true,
): void {
  const queries = client.getQueryCache().findAll({ queryKey, predicate });
  for (const query of queries) if (query.state.fetchStatus !== 'idle') refreshLater(client, query);
  void client.invalidateQueries({
    queryKey,
    predicate: (query) => predicate(query) && !outdated.has(query),
  });
}

function refreshLater(client: QueryClient, query: Query): void {
  if (outdated.has(query)) return;
  outdated.add(query);
  const refresh = (): void => {
    outdated.delete(query);
    // A query cancelled for a newer read needs no other.
    if (query.state.fetchStatus !== 'idle') return;
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  };
  // While a query is fetching, this returns the running fetch.
  query.fetch().then(refresh, refresh);
}
