import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../queries/query-keys.ts';
import { useStudio } from '../rpc/rpc-context.ts';
import type { CancelOutcome } from './cancel-results.ts';

/** A run to cancel. `title`: the name of its thread, which may leave the list. */
export interface RunToCancel {
  readonly threadId: string;
  readonly runId: string;
  readonly title: string;
}

/** Cancels runs of a server; a failure does not stop the others (row D-10). */
export function useCancelRuns(connectionId: string) {
  const studio = useStudio();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (chosen: readonly RunToCancel[]): Promise<CancelOutcome[]> => {
      const runs = chosen.map(({ threadId, runId }) => ({ threadId, runId })).toReversed();
      const results = await studio.call('serverRuns.cancel', { connectionId, runs });
      const titles = new Map(chosen.map(({ runId, title }) => [runId, title]));
      return results.map((result) => ({ ...result, title: titles.get(result.runId) ?? '' }));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.allServerRuns(connectionId) }),
  });
}
