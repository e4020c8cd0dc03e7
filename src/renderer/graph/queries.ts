import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { graphQuery, observedQuery } from '../client/server-reads.ts';
import { useStudio } from '../client/studio.tsx';

/** The whole graph of an assistant. */
export function useGraphShape(connectionId: string, assistantId: string) {
  const studio = useStudio();
  return useQuery(graphQuery(studio, connectionId, assistantId));
}

/** What really ran on a thread; nothing is asked without one. `version` changes when its runs did. */
export function useObservedThread(connectionId: string, threadId: string | null, version: string) {
  const studio = useStudio();
  return useQuery({
    ...observedQuery(studio, connectionId, threadId ?? '', version),
    enabled: threadId !== null,
    placeholderData: keepPreviousData,
  });
}
