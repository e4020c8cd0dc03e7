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

/** The assistant's graph; the canvas asks under the same key, so it is fetched once. */
export function useGraphShape(connectionId: string, assistantId: string | null) {
  const studio = useStudio();
  return useQuery({
    queryKey: queryKeys.graph(connectionId, assistantId ?? ''),
    queryFn: ({ signal }) =>
      studio.call('assistants.graph', { connectionId, assistantId: assistantId ?? '' }, signal),
    enabled: assistantId !== null,
    staleTime: Infinity,
  });
}

/** The checkpoint before a state, for the diff and for who wrote it. Off while there is none. */
export function useParentState(connectionId: string, threadId: string, parentId: string | null) {
  const studio = useStudio();
  return useQuery({
    queryKey: queryKeys.state(connectionId, threadId, parentId),
    queryFn: ({ signal }) =>
      studio.call('threads.state', { connectionId, threadId, checkpointId: parentId }, signal),
    enabled: parentId !== null,
    staleTime: Infinity,
  });
}
