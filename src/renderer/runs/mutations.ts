import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CancelAction } from '../../shared/model/run.ts';
import { refreshThread } from '../queries/refresh-thread.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import type { RunKey } from './model/run-log-store.ts';

export interface RunCancelTarget {
  readonly threadId: string | null;
  readonly runId: string;
  readonly action: CancelAction;
}

export function useCancelRun(connectionId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (run: RunCancelTarget) => rpc.call('runs.cancel', { connectionId, ...run }),
    onSettled: (_result, _problem, { threadId }) =>
      refreshThread(queryClient, { connectionId, threadId }, 'action'),
  });
}

/** Deletes a stale run that the server still lists as active, and reports the result. */
export function useDeleteStuckRun(connectionId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (run: { readonly threadId: string; readonly runId: string }) =>
      rpc.call('runs.deleteStuck', { connectionId, ...run }),
    onSettled: (_freed, _problem, { threadId }) =>
      refreshThread(queryClient, { connectionId, threadId }, 'action'),
  });
}

export function useCopyThreadForRun(connectionId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (threadId: string) => rpc.call('threads.copy', { connectionId, threadId }),
    onSettled: () => refreshThread(queryClient, { connectionId, threadId: null }, 'action'),
  });
}

/** Reconnects the stream of a run at once. Does nothing for a run that is no longer followed. */
export function useReconnectNow() {
  const rpc = useRpc();
  return useMutation({ mutationFn: (run: RunKey) => rpc.call('runs.reconnect', { ...run }) });
}
