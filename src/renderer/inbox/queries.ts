import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { InboxThreadDetail } from '../../shared/model/inbox.ts';
import { useStudio } from '../rpc/rpc-context.ts';
import { useSubscription } from '../rpc/use-subscription.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { countText, type ThreadInterrupts, type WaitingThread } from './inbox-items.ts';

/** How long until questions that could not be read are asked for again, in milliseconds. */
const againMs = 5000;

/** Everything that waits, over all servers. */
export function useInbox() {
  return useSubscription('inbox.watch', {});
}

/** How many threads wait; `null` for none. */
export function useInboxCount(): string | null {
  const { item } = useInbox();
  return item === null ? null : countText(item);
}

/** What a thread asked, and the time of its change for which it was read. */
interface QuestionsAt {
  readonly questions: InboxThreadDetail;
  readonly updatedAt: string | null;
}

/**
 * What the given threads ask. Each is read once for each time that it changed; until that is done, what it asked before
 * stays, so that an answer that is being written stays too.
 */
export function useThreadInterrupts(waiting: readonly WaitingThread[]): readonly ThreadInterrupts[] {
  const studio = useStudio();
  const queries = useQueryClient();
  const results = useQueries({
    queries: waiting.map(({ server: { connectionId }, thread: { threadId, updatedAt } }) => ({
      queryKey: queryKeys.questions(connectionId, threadId),
      queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<QuestionsAt> => ({
        questions: await studio.call('inbox.thread', { connectionId, threadId }, signal),
        updatedAt,
      }),
      staleTime: Infinity,
      // What could not be read is asked for again: nothing else would tell that its server is back.
      refetchInterval: ({ state }: { readonly state: { readonly status: string } }) =>
        state.status === 'error' ? againMs : (false as const),
    })),
    combine: readings,
  });
  useEffect(() => {
    for (const [at, { server, thread }] of waiting.entries()) {
      const result = results[at];
      if (!result?.data || result.error || result.isReading) continue;
      if (result.updatedAt === thread.updatedAt) continue;
      void queries.refetchQueries({
        queryKey: queryKeys.questions(server.connectionId, thread.threadId),
        exact: true,
      });
    }
  });
  return results;
}

function readings(results: readonly UseQueryResult<QuestionsAt>[]) {
  return results.map(({ data, error, isFetching }) => ({
    data: data?.questions,
    updatedAt: data?.updatedAt ?? null,
    error,
    isReading: isFetching,
  }));
}
