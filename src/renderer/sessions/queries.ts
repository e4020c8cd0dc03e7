import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../queries/query-keys.ts';
import { useStudio } from '../rpc/rpc-context.ts';

/** How many other browser sessions the studio has; asked anew each time that it is shown. */
export function useOtherSessions() {
  const studio = useStudio();
  return useQuery({
    queryKey: queryKeys.otherSessions,
    queryFn: ({ signal }) => studio.call('sessions.countOthers', {}, signal),
    gcTime: 0,
    staleTime: 0,
  });
}
