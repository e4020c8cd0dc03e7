import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { defaultThreadListing, type ThreadListing } from '../../shared/model/threads/thread-listing.ts';
import type { Thread } from '../../shared/model/threads/thread.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useStudio } from '../rpc/rpc-context.ts';

/** How often a list in sight is asked again, per page: other programs make and run threads too. */
const listEveryMs = 3000;

/** How many threads one page has. */
export const threadsPerPage = 100;

/** The threads that a listing asks for, as far as they were read, and the next page on demand. */
export function useThreadPages(connectionId: string | null, listing: ThreadListing) {
  const studio = useStudio();
  const query = useInfiniteQuery({
    queryKey: [...queryKeys.threads(connectionId ?? ''), listing],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const page = { limit: threadsPerPage, offset: pageParam };
      return studio.call('threads.list', { connectionId: connectionId ?? '', listing, ...page }, signal);
    },
    getNextPageParam: ({ nextOffset }) => nextOffset,
    enabled: connectionId !== null,
    refetchInterval: ({ state }) => listEveryMs * (state.data?.pages.length ?? 1),
    // Of the same server only: another one's threads must never stand under this one's name.
    placeholderData: (before, last) =>
      last?.queryKey[1] === connectionId ? keepPreviousData(before) : undefined,
  });
  // What is read of a query renders its views anew when it changes: not how the asking every few seconds goes.
  const { data, error, isPending, hasNextPage, isFetchingNextPage, refetch, fetchNextPage } = query;
  const threads = useMemo(() => (data ? inOrder(data.pages.flatMap((page) => page.threads)) : null), [data]);
  return { threads, error, isPending, hasNextPage, isFetchingNextPage, refetch, fetchNextPage };
}

/** A thread that moved while pages were read may be on two of them; its first place counts. */
function inOrder(threads: readonly Thread[]): readonly Thread[] {
  const seen = new Set<string>();
  return threads.filter(({ threadId }) => !seen.has(threadId) && seen.add(threadId));
}

/** The newest threads of a server, whatever its list shows. */
export function useThreads(connectionId: string | null): readonly Thread[] | null {
  return useThreadPages(connectionId, defaultThreadListing).threads;
}

/**
 * One thread's record. The list of the newest brings it too and is polled anyway, so the record alone is asked for
 * (and, being out of the list's reach, kept fresh) only when the list does not have it.
 */
export function useThread(connectionId: string | null, threadId: string | null) {
  const newest = useThreadPages(threadId === null ? null : connectionId, defaultThreadListing);
  const listed = newest.threads?.find((thread) => thread.threadId === threadId) ?? null;
  const record = useThreadRecord(connectionId, newest.isPending || listed ? null : threadId);
  return { thread: listed ?? record.data ?? null, error: listed ? null : record.error };
}

function useThreadRecord(connectionId: string | null, threadId: string | null) {
  const studio = useStudio();
  return useQuery({
    queryKey: queryKeys.threadRecord(connectionId ?? '', threadId ?? ''),
    queryFn: ({ signal }): Promise<Thread> =>
      studio.call('threads.get', { connectionId: connectionId ?? '', threadId: threadId ?? '' }, signal),
    enabled: connectionId !== null && threadId !== null,
    refetchInterval: listEveryMs,
  });
}
