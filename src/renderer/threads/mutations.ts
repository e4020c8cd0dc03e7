import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../client/query-keys.ts';
import { useStudio } from '../client/studio.tsx';

/** Makes an empty thread for a graph, so that its state can be written before it ever ran. */
export function useCreateThread(connectionId: string | null) {
  const studio = useStudio();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (graphId: string) =>
      studio.call('threads.create', { connectionId: connectionId ?? '', graphId, name: null }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.threads(connectionId ?? '') }),
  });
}
