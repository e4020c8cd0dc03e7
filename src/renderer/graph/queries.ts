import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../queries/query-keys.ts';
import { observedQuery } from '../queries/shared-queries.ts';
import { useStudio } from '../rpc/rpc-context.ts';

/** Limits the runs whose tokens are requested to the newest. */
const mostRuns = 100;

/** Tokens of a thread's runs by their events, as far as the host has them. Disabled without a thread. */
export function useRunTokens(
  connectionId: string,
  threadId: string | null,
  runIds: readonly string[],
  version: string,
) {
  const studio = useStudio();
  const newest = runIds.slice(-mostRuns).toReversed();
  return useQuery({
    queryKey: queryKeys.runTokens(connectionId, threadId ?? '', `${version} ${newest.join(' ')}`),
    queryFn: ({ signal }) =>
      studio.call('runs.tokens', { connectionId, threadId: threadId ?? '', runIds: newest }, signal),
    enabled: threadId !== null && newest.length > 0,
    placeholderData: keepPreviousData,
  });
}

/** The execution trace of a thread. Disabled without one. `version` changes with its runs. */
export function useObservedThread(connectionId: string, threadId: string | null, version: string) {
  const studio = useStudio();
  return useQuery({
    ...observedQuery(studio, connectionId, threadId ?? '', version),
    enabled: threadId !== null,
    placeholderData: keepPreviousData,
  });
}
