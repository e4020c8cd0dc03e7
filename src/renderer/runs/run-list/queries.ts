import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../queries/query-keys.ts';
import { assistantsQuery } from '../../queries/shared-queries.ts';
import { useStudio } from '../../rpc/rpc-context.ts';

export function useRunRecords(connectionId: string, threadId: string) {
  const studio = useStudio();
  return useQuery({
    queryKey: queryKeys.runRecords(connectionId, threadId),
    queryFn: ({ signal }) => studio.call('runs.records', { connectionId, threadId }, signal),
  });
}

/** The server's assistants, to resolve names. */
export function useAssistantNames(connectionId: string) {
  const studio = useStudio();
  return useQuery(assistantsQuery(studio, connectionId));
}
