import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../client/query-keys.ts';
import { useStudio } from '../client/studio.tsx';

/** The state at a checkpoint; `checkpointId: null` is the newest. A past checkpoint never changes. */
export function useThreadState(connectionId: string, threadId: string, checkpointId: string | null) {
  const studio = useStudio();
  return useQuery({
    queryKey: queryKeys.state(connectionId, threadId, checkpointId),
    queryFn: ({ signal }) => studio.call('threads.state', { connectionId, threadId, checkpointId }, signal),
    staleTime: checkpointId === null ? 0 : Infinity,
  });
}
