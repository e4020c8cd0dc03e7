import { hashKey, useQueryClient, type QueryKey, type QueryState } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * What `select` takes from the state of a cached query, `undefined` if there is none. Sends no request. Follows this query only: the cache reports each
 * change of every query, and to search it for each of them costs more than most renders.
 */
export function useCachedQuery<Data, Selected>(
  queryKey: QueryKey,
  select: (state: QueryState<Data> | undefined) => Selected,
): Selected {
  const cache = useQueryClient().getQueryCache();
  const hash = hashKey(queryKey);
  const subscribe = useCallback(
    (listener: () => void) =>
      cache.subscribe(({ query }) => {
        if (query.queryHash === hash) listener();
      }),
    [cache, hash],
  );
  return useSyncExternalStore(subscribe, () => select(cache.get<Data>(hash)?.state));
}
