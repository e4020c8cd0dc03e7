import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Assistant, AssistantSettings } from '../../shared/model/assistant.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useStudio } from '../rpc/rpc-context.ts';

const refresh = (queryClient: QueryClient, connectionId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: queryKeys.assistants(connectionId) });

export function useVersions(connectionId: string, assistantId: string) {
  const studio = useStudio();
  return useQuery({
    queryKey: queryKeys.assistantVersions(connectionId, assistantId),
    queryFn: ({ signal }) => studio.call('assistants.versions', { connectionId, assistantId }, signal),
  });
}

export function useSaveAssistant(connectionId: string) {
  const studio = useStudio();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      base,
      graphId,
      settings,
    }: {
      /** The assistant as it was read; `null` creates one. */
      readonly base: Assistant | null;
      readonly graphId: string;
      readonly settings: AssistantSettings;
    }) =>
      base === null
        ? studio.call('assistants.create', { connectionId, graphId, ...settings })
        : studio.call('assistants.update', {
            connectionId,
            assistantId: base.assistantId,
            expectedVersion: base.version,
            ...settings,
          }),
    onSettled: () => refresh(queryClient, connectionId),
  });
}

export function useSetLatestVersion(connectionId: string, assistantId: string) {
  const studio = useStudio();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (version: number) =>
      studio.call('assistants.setLatest', { connectionId, assistantId, version }),
    onSettled: () => refresh(queryClient, connectionId),
  });
}

export function useDeleteAssistant(connectionId: string) {
  const studio = useStudio();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ assistantId, deleteThreads }: { assistantId: string; deleteThreads: boolean }) =>
      studio.call('assistants.delete', { connectionId, assistantId, deleteThreads }),
    onSettled: () => refresh(queryClient, connectionId),
  });
}
