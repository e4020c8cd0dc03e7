import { useQueries } from '@tanstack/react-query';
import { useStudio } from '../client/studio.tsx';
import { useWatch } from '../client/use-watch.ts';
import { queryKeys } from '../client/query-keys.ts';
import { countText, type Reading, type WaitingThread } from './inbox-rows.ts';

/** How long until questions that could not be read are asked for again, in milliseconds. */
const againMs = 5000;

/** Everything that waits, over all servers. */
export function useInbox() {
  return useWatch('inbox.watch', {});
}

/** How many threads wait; `null` for none. */
export function useInboxCount(): string | null {
  const { item } = useInbox();
  return item === null ? null : countText(item);
}

/** What the given threads ask. Each is read once for each time that it changed. */
export function useQuestions(waiting: readonly WaitingThread[]): readonly Reading[] {
  const studio = useStudio();
  return useQueries({
    queries: waiting.map(({ server: { connectionId }, thread: { threadId, updatedAt } }) => ({
      queryKey: [...queryKeys.questions(connectionId, threadId), updatedAt],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        studio.call('inbox.thread', { connectionId, threadId }, signal),
      staleTime: Infinity,
      // What could not be read is asked for again: nothing else would tell that its server is back.
      refetchInterval: ({ state }: { readonly state: { readonly status: string } }) =>
        state.status === 'error' ? againMs : (false as const),
    })),
    combine: readings,
  });
}

function readings(results: readonly Reading[]): readonly Reading[] {
  return results.map(({ data, error }) => ({ data, error }));
}
