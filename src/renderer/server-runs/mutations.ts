import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ServerRunCancel } from '../../shared/model/server-run.ts';
import { toWireError } from '../../shared/wire-error.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { confirmOnce } from '../rpc/confirmations.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import type { CancelOutcome } from '../shared-ui/cancel-outcomes.ts';

export interface CancellableRun {
  readonly threadId: string;
  readonly runId: string;
  readonly title: string;
}

const maxPerCall = 500;

export function useCancelRuns(connectionId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (chosen: readonly CancellableRun[]): Promise<CancelOutcome[]> => {
      const runs = chosen.map(({ threadId, runId }) => ({ threadId, runId })).toReversed();
      const titles = new Map(chosen.map(({ runId, title }) => [runId, title]));
      const act = confirmOnce(rpc);
      const results: ServerRunCancel[] = [];
      for (let index = 0; index < runs.length; index += maxPerCall) {
        try {
          const batch = runs.slice(index, index + maxPerCall);
          for (const one of await act.call('serverRuns.cancel', { connectionId, runs: batch }))
            results.push(one);
        } catch (error) {
          // What became of the runs before is reported, too.
          if (index === 0) throw error;
          const problem = toWireError(error);
          for (const { runId } of runs.slice(index)) results.push({ runId, result: null, problem });
          break;
        }
      }
      return results.map((result) => ({ ...result, title: titles.get(result.runId) ?? '' }));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.allServerRuns(connectionId) }),
  });
}
