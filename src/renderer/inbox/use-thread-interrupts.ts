import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { InboxThreadDetail } from '../../shared/model/inbox.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { queryKeys } from '../queries/query-keys.ts';
import type { ThreadInterrupts } from './inbox-items.ts';
import type { WaitingThread } from './waiting-threads.ts';

// Retry interval for interrupts that could not be read, in milliseconds.
const againMs = 5000;
// How long the interrupts of a thread stay known while the inbox is not shown, in milliseconds: they may have to be
// shown while their server is away.
const keepMs = 3_600_000;

// A thread's interrupts, and its `updatedAt` when they were read.
interface QuestionsAt {
  readonly questions: InboxThreadDetail;
  readonly updatedAt: string | null;
}

// The interrupts of the given threads. Each thread is read once per change; until then the earlier interrupts
// stay, and with them an answer being written.
export function useThreadInterrupts(waiting: readonly WaitingThread[]): readonly ThreadInterrupts[] {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  const results = useQueries({
    queries: waiting.map(({ server: { connectionId }, thread: { threadId, updatedAt } }) => ({
      queryKey: queryKeys.questions(connectionId, threadId),
      queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<QuestionsAt> => ({
        questions: await rpc.call('inbox.thread', { connectionId, threadId }, signal),
        updatedAt,
      }),
      staleTime: Infinity,
      gcTime: keepMs,
      // Failed reads are retried, because nothing else would report that the server is back.
      refetchInterval: ({ state }: { readonly state: { readonly status: string } }) =>
        state.status === 'error' ? againMs : (false as const),
    })),
    combine: readings,
  });
  useEffect(() => {
    for (const [index, { server, thread }] of waiting.entries()) {
      const result = results[index];
      if (!result?.data || result.error || result.isReading) continue;
      if (result.updatedAt === thread.updatedAt) continue;
      void queryClient.refetchQueries({
        queryKey: queryKeys.questions(server.connectionId, thread.threadId),
        exact: true,
      });
    }
  }, [waiting, results, queryClient]);
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
