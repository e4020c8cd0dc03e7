import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../client/query-keys.ts';
import { useStudio } from '../client/studio.tsx';

/** Assistants of a server; asked again when the window is looked at and on demand, because they seldom change. */
export function useAssistants(connectionId: string | null) {
  const studio = useStudio();
  return useQuery({
    queryKey: queryKeys.assistants(connectionId ?? ''),
    queryFn: ({ signal }) => studio.call('assistants.list', { connectionId: connectionId ?? '' }, signal),
    enabled: connectionId !== null,
    staleTime: 30_000,
  });
}
