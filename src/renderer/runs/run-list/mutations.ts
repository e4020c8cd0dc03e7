import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../queries/query-keys.ts';
import { useStudio } from '../../rpc/rpc-context.ts';

/** Deletes a run and invalidates all data of its thread. */
export function useDeleteRun(connectionId: string, threadId: string) {
  const studio = useStudio();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) => studio.call('runs.delete', { connectionId, threadId, runId }),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: queryKeys.thread(connectionId, threadId) });
      await queries.invalidateQueries({ queryKey: queryKeys.threads(connectionId) });
    },
  });
}

/** Starts to read a run whose events go to a single reader. */
export function useJoinRun(connectionId: string, threadId: string) {
  const studio = useStudio();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) => studio.call('runs.join', { connectionId, threadId, runId }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.thread(connectionId, threadId) }),
  });
}

/** Reads a run's input exactly as it was sent. */
export function useReadRunInput(connectionId: string, threadId: string) {
  const studio = useStudio();
  return useMutation({
    mutationFn: (runId: string) => studio.call('runs.input', { connectionId, threadId, runId }),
  });
}
