import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { StoreItemRef, StoreItemSummary, StoreNamespace } from '../../shared/model/store-item.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useCallQuery } from '../queries/use-call.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { namespaceId } from './namespace-tree.ts';

export interface ItemSearch {
  readonly filterText: string | null;
  readonly query: string | null;
}

export interface ItemListing extends ItemSearch {
  readonly namespace: StoreNamespace;
}

// The service asks for one more, and servers refuse more than 100.
const itemsPerPage = 50;

export function useNamespaces(connectionId: string) {
  const key = [...queryKeys.store(connectionId), 'namespaces'];
  return useCallQuery(key, 'store.namespaces', { connectionId });
}

// The number of items by namespace. Reads all of them, so only when asked for.
export function useItemCounts(connectionId: string, isWanted: boolean) {
  const key = [...queryKeys.store(connectionId), 'counts'];
  return useCallQuery(key, 'store.count', { connectionId }, { enabled: isWanted });
}

/** Reads again whatever of the memory could not be read. */
export function useRetryFailedReads(connectionId: string): () => void {
  const queryClient = useQueryClient();
  return () =>
    void queryClient.refetchQueries({
      queryKey: queryKeys.store(connectionId),
      type: 'active',
      predicate: ({ state }) => state.status === 'error',
    });
}

export type Items = ReturnType<typeof useItems>;

export function useItems(connectionId: string, listing: ItemListing) {
  const rpc = useRpc();
  const query = useInfiniteQuery({
    queryKey: [...queryKeys.store(connectionId), 'items', listing],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const page = { limit: itemsPerPage, offset: pageParam };
      return rpc.call('store.search', { connectionId, ...listing, ...page }, signal);
    },
    getNextPageParam: ({ nextOffset }) => nextOffset,
  });
  const { data, error, isPending, hasNextPage, isFetchingNextPage, refetch, fetchNextPage } = query;
  const items = useMemo(
    () => (data ? withoutRepeats(data.pages.flatMap((page) => page.items)) : null),
    [data],
  );
  const isSearchedHere = data?.pages.some((page) => page.isSearchedHere) ?? false;
  return { items, isSearchedHere, error, isPending, hasNextPage, isFetchingNextPage, refetch, fetchNextPage };
}

// An item that moved between pages may be on both.
function withoutRepeats(items: readonly StoreItemSummary[]): readonly StoreItemSummary[] {
  const visited = new Set<string>();
  return items.filter((item) => !visited.has(itemId(item)) && visited.add(itemId(item)));
}

export function useItem(connectionId: string, { namespace, key }: StoreItemRef) {
  const queryKey = queryKeys.storeItem(connectionId, namespaceId(namespace), key);
  return useCallQuery(queryKey, 'store.item', { connectionId, namespace, key });
}

export function itemId({ namespace, key }: StoreItemRef): string {
  return JSON.stringify([namespace, key]);
}
