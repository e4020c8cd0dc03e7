import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../client/query-keys.ts';
import { useStudio } from '../client/studio.tsx';

/** The whole graph of an assistant. */
export function useGraphShape(connectionId: string, assistantId: string) {
  const studio = useStudio();
  return useQuery({
    queryKey: queryKeys.graph(connectionId, assistantId),
    queryFn: ({ signal }) => studio.call('assistants.graph', { connectionId, assistantId }, signal),
  });
}
