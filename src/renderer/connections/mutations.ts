import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConnectionDraft } from '../../shared/model/connections/connection.ts';
import type { ServerOrder } from './list/group-servers.ts';
import { useStudio } from '../rpc/rpc-context.ts';

/**
 * Earlier data of a saved connection may be from another server, so it is dropped. So is the draft, which may have a
 * key: a mutation would keep it for minutes.
 */
export function useSaveConnection() {
  const studio = useStudio();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (draft: ConnectionDraft) => studio.call('connections.save', draft),
    gcTime: 0,
    onSuccess: (connection) => queryClient.invalidateQueries({ queryKey: ['server', connection.id] }),
  });
}

export function useDuplicateConnection() {
  const studio = useStudio();
  return useMutation({
    mutationFn: (connectionId: string) => studio.call('connections.duplicate', { connectionId }),
  });
}

export function useReorderConnections() {
  const studio = useStudio();
  return useMutation({
    mutationFn: ({ connectionIds, group }: ServerOrder) =>
      studio.call('connections.reorder', {
        connectionIds: [...connectionIds],
        ...(group === null ? {} : { group }),
      }),
  });
}

export function useTestConnection() {
  const studio = useStudio();
  return useMutation({
    mutationFn: (draft: ConnectionDraft) => studio.call('connections.test', draft),
    gcTime: 0,
  });
}

export function useCheckConnection() {
  const studio = useStudio();
  return useMutation({
    mutationFn: (connectionId: string) => studio.call('connections.check', { connectionId }),
  });
}

export function useRemoveConnection() {
  const studio = useStudio();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (connectionId: string) => studio.call('connections.remove', { connectionId }),
    onSuccess: (_nothing, connectionId) => queryClient.removeQueries({ queryKey: ['server', connectionId] }),
  });
}
