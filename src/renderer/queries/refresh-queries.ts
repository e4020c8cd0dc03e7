import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

// Queries to read again after the current read.
const outdated = new WeakSet<Query>();

/**
 * Marks the data under a key as stale. Unlike `invalidateQueries`, a running read is completed and then
 * repeated: otherwise a read that takes longer than the time between two changes would never finish.
 */
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
