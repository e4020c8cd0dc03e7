import { hashKey, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { defaultThreadListing, type ThreadListing } from '../../shared/model/thread-listing.ts';
import type { Thread } from '../../shared/model/thread.ts';
import { pollInterval } from '../queries/poll-interval.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useRpc } from '../rpc/rpc-context.ts';

// Polling interval per page while a list is visible: other programs create threads, and run the one that is
// open.
const listEveryMs = 1000;

export const threadsPerPage = 100;

// The loaded threads of a listing; further pages on demand.
export function useThreadPages(connectionId: string | null, listing: ThreadListing) {
  const rpc = useRpc();
  const query = useInfiniteQuery({
    queryKey: [...queryKeys.threads(connectionId ?? ''), listing],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const page = { limit: threadsPerPage, offset: pageParam };
      return rpc.call('threads.list', { connectionId: connectionId ?? '', listing, ...page }, signal);
    },
    getNextPageParam: ({ nextOffset }) => nextOffset,
    enabled: connectionId !== null,
    refetchInterval: ({ state }) => pollInterval(listEveryMs * (state.data?.pages.length ?? 1), state),
    // Only in another order: neither another server's threads nor those of another filter stand under this one.
    placeholderData: (before, last) => {
      const [, server, , listed] = last?.queryKey ?? [];
      return typeof listed === 'object' &&
        hashKey([server, listed.filter]) === hashKey([connectionId, listing.filter])
        ? keepPreviousData(before)
        : undefined;
    },
  });
  // Each property read from a query re-renders the view when it changes, so the fetch status is not read.
  const { data, error, isPending, hasNextPage, isFetchNextPageError } = query;
  const { isFetchingNextPage, refetch, fetchNextPage } = query;
  const threads = useMemo(() => (data ? inOrder(data.pages.flatMap((page) => page.threads)) : null), [data]);
  const isFilteredHere = data?.pages.some((page) => page.isFilteredHere) === true;
  return {
    threads,
    isFilteredHere,
    error,
    isPending,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    refetch,
    fetchNextPage,
  };
}

// A thread that moved between pages may be on both; its first position counts.
function inOrder(threads: readonly Thread[]): readonly Thread[] {
  const visited = new Set<string>();
  return threads.filter(({ threadId }) => !visited.has(threadId) && visited.add(threadId));
}

/** The newest threads of a server, independent of the listing. */
export function useThreads(connectionId: string | null): readonly Thread[] | null {
  return useThreadPages(connectionId, defaultThreadListing).threads;
}

/**
 * One thread's record. The polled list of the newest threads contains it, so it is requested (and kept fresh)
 * separately only if the list does not have it.
 */
export function useThread(connectionId: string | null, threadId: string | null) {
  const newest = useThreadPages(threadId === null ? null : connectionId, defaultThreadListing);
  const listed = newest.threads?.find((thread) => thread.threadId === threadId) ?? null;
  const record = useThreadRecord(connectionId, newest.isPending || listed ? null : threadId);
  return { thread: listed ?? record.data ?? null, error: listed ? null : record.error };
}

function useThreadRecord(connectionId: string | null, threadId: string | null) {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.threadRecord(connectionId ?? '', threadId ?? ''),
    queryFn: ({ signal }): Promise<Thread> =>
      rpc.call('threads.get', { connectionId: connectionId ?? '', threadId: threadId ?? '' }, signal),
    enabled: connectionId !== null && threadId !== null,
    refetchInterval: ({ state }) => pollInterval(listEveryMs, state),
  });
}
