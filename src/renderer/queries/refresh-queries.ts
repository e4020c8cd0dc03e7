import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Queries that are to be read once more when they come back. */
const outdated = new WeakSet<Query>();

/**
 * Marks what is under a key as out of date. Unlike `invalidateQueries`, what is being read is read to its end, and then once
 * more: a reading that takes longer than the pause between two pieces of news would otherwise never come to its end.
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
    // One that was cancelled for a newer reading needs no other.
    if (query.state.fetchStatus !== 'idle') return;
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  };
  // While a query is being read this is its own reading.
  query.fetch().then(refresh, refresh);
}
