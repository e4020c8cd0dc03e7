import { useQuery } from '@tanstack/react-query';
import type { Thread } from '../../shared/model/thread.ts';
import { everyThread } from '../../shared/model/thread-query.ts';
import { queryKeys } from '../client/query-keys.ts';
import { useStudio } from '../client/studio.tsx';

/** How often a list in sight is asked again: other programs make and run threads too. */
const listEveryMs = 3000;

/** How many threads the list shows at first, and how many more each time. */
export const threadsPerPage = 100;

/** The newest threads of a server. */
export function useThreads(connectionId: string | null, limit: number) {
  const studio = useStudio();
  return useQuery({
    queryKey: [...queryKeys.threads(connectionId ?? ''), limit],
    queryFn: async ({ signal }) => {
      const asked = { connectionId: connectionId ?? '', listing: everyThread, limit, offset: 0 };
      return (await studio.call('threads.list', asked, signal)).threads;
    },
    enabled: connectionId !== null,
    refetchInterval: listEveryMs,
    placeholderData: (before, query) => (query?.queryKey[1] === connectionId ? before : undefined),
  });
}

/**
 * One thread's record. The list brings it too and is polled anyway, so the record alone is asked for (and, being out
 * of the list's reach, kept fresh) only when the list does not have it.
 */
export function useThread(connectionId: string | null, threadId: string | null) {
  const listed = useThreads(threadId === null ? null : connectionId, threadsPerPage);
  const inList = listed.data?.find((thread) => thread.threadId === threadId) ?? null;
  const record = useThreadRecord(connectionId, listed.isPending || inList ? null : threadId);
  return { thread: inList ?? record.data ?? null, error: inList ? null : record.error };
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
