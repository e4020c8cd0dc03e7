import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CancelAction } from '../../shared/model/runs/run.ts';
import { refreshThread } from '../queries/refresh-thread.ts';
import { useStudio } from '../rpc/rpc-context.ts';
import type { RunKey } from './log/run-log-store.ts';

export interface RunCancelTarget {
  readonly threadId: string | null;
  readonly runId: string;
  readonly action: CancelAction;
}

export function useCancelRun(connectionId: string) {
  const studio = useStudio();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (run: RunCancelTarget) => studio.call('runs.cancel', { connectionId, ...run }),
    onSettled: (_result, _problem, { threadId }) =>
      refreshThread(queries, { connectionId, threadId }, 'action'),
  });
}

/** Deletes a stale run that the server still lists as active, and reports the result. */
export function useDeleteStuckRun(connectionId: string) {
  const studio = useStudio();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (run: { readonly threadId: string; readonly runId: string }) =>
      studio.call('runs.deleteStuck', { connectionId, ...run }),
    onSettled: (_freed, _problem, { threadId }) =>
      refreshThread(queries, { connectionId, threadId }, 'action'),
  });
}

export function useCopyThreadForRun(connectionId: string) {
  const studio = useStudio();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (threadId: string) => studio.call('threads.copy', { connectionId, threadId }),
    onSettled: () => refreshThread(queries, { connectionId, threadId: null }, 'action'),
  });
}

/** Reconnects the stream of a run at once. Does nothing for a run that is no longer followed. */
export function useReconnectNow() {
  const studio = useStudio();
  return useMutation({ mutationFn: (run: RunKey) => studio.call('runs.reconnect', { ...run }) });
}
