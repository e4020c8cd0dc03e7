import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Assistant, AssistantSettings } from '../../shared/model/assistant.ts';
import { invalidateChanged } from '../queries/invalidate-changed.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useRpc } from '../rpc/rpc-context.ts';

const refresh = (queryClient: QueryClient, connectionId: string): Promise<void> =>
  invalidateChanged(queryClient, queryKeys.assistants(connectionId));

export function useVersions(connectionId: string, assistantId: string) {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.assistantVersions(connectionId, assistantId),
    queryFn: ({ signal }) => rpc.call('assistants.versions', { connectionId, assistantId }, signal),
  });
}

export function useSaveAssistant(connectionId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      base,
      graphId,
      settings,
    }: {
      readonly base: Assistant | null;
      readonly graphId: string;
      readonly settings: AssistantSettings;
    }) =>
      base === null
        ? rpc.call('assistants.create', { connectionId, graphId, ...settings })
        : rpc.call('assistants.update', {
            connectionId,
            assistantId: base.assistantId,
            expectedVersion: base.version,
            ...settings,
          }),
    onSettled: () => refresh(queryClient, connectionId),
  });
}

export function useSetLatestVersion(connectionId: string, assistantId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (version: number) => rpc.call('assistants.setLatest', { connectionId, assistantId, version }),
    onSettled: () => refresh(queryClient, connectionId),
  });
}

export function useDeleteAssistant(connectionId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ assistantId, deleteThreads }: { assistantId: string; deleteThreads: boolean }) =>
      rpc.call('assistants.delete', { connectionId, assistantId, deleteThreads }),
    onSettled: () => refresh(queryClient, connectionId),
  });
}
