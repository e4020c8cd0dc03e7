import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Assistant } from '../../../shared/model/assistant.ts';
import { invalidateChanged } from '../../queries/invalidate-changed.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import { refreshThread } from '../../queries/refresh-thread.ts';
import { useRpc } from '../../rpc/rpc-context.ts';

export function useDeleteRun(connectionId: string, threadId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) =>
      rpc.call('serverRuns.delete', { connectionId, runs: [{ threadId, runId }] }),
    onSettled: () => refreshThread(queryClient, { connectionId, threadId }, 'action'),
  });
}

// Starts to read a run whose events go to a single reader.
export function useJoinRun(connectionId: string, threadId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) => rpc.call('runs.join', { connectionId, threadId, runId }),
    onSettled: () => refreshThread(queryClient, { connectionId, threadId }, 'action'),
  });
}

export function useReadRunSettings(connectionId: string, threadId: string) {
  const rpc = useRpc();
  return useMutation({
    mutationFn: (runId: string) => rpc.call('runs.settings', { connectionId, threadId, runId }),
  });
}

export function useSaveSettings(connectionId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ assistantId, version, name, description, configText, contextText }: Assistant) =>
      rpc.call('assistants.update', {
        connectionId,
        assistantId,
        expectedVersion: version,
        name,
        description,
        configText,
        contextText,
      }),
    onSettled: () => invalidateChanged(queryClient, queryKeys.assistants(connectionId)),
  });
}

// Reads a run's input exactly as it was sent.
export function useReadRunInput(connectionId: string, threadId: string) {
  const rpc = useRpc();
  return useMutation({
    mutationFn: (runId: string) => rpc.call('runs.input', { connectionId, threadId, runId }),
  });
}
