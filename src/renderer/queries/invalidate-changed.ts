import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * After a change: reads again what is displayed under a key (without one: everything), and the rest when it is displayed
 * next. All reads under way start again, for they may be from before; `invalidateQueries` lets first reads go on.
 * Resolves when what is displayed has been read, also if that failed.
 */
export function invalidateChanged(queryClient: QueryClient, queryKey: QueryKey = []): Promise<void> {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    // A paused read has not started.
    if (query.state.fetchStatus !== 'fetching') continue;
    // `silent`: whoever waits for this read gets the next one.
    void query.cancel({ silent: true });
    query.fetch().catch(() => undefined);
  }
  return queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
}
