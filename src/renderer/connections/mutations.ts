import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConnectionDraft } from '../../shared/model/connection.ts';
import type { ServerOrder } from './group-servers.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { invalidateChanged } from '../queries/invalidate-changed.ts';

export function useSaveConnection() {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (draft: ConnectionDraft) => rpc.call('connections.save', draft),
    gcTime: 0,
    onSuccess: (connection) => invalidateChanged(queryClient, ['server', connection.id]),
  });
}

export function useDuplicateConnection() {
  const rpc = useRpc();
  return useMutation({
    mutationFn: (connectionId: string) => rpc.call('connections.duplicate', { connectionId }),
  });
}

export function useReorderConnections() {
  const rpc = useRpc();
  return useMutation({
    mutationFn: ({ connectionIds, group }: ServerOrder) =>
      rpc.call('connections.reorder', {
        connectionIds: [...connectionIds],
        ...(group === null ? {} : { group }),
      }),
  });
}

export function useTestConnection() {
  const rpc = useRpc();
  return useMutation({
    mutationFn: (draft: ConnectionDraft) => rpc.call('connections.test', draft),
    gcTime: 0,
  });
}

export function useCheckConnection() {
  const rpc = useRpc();
  return useMutation({
    mutationFn: (connectionId: string) => rpc.call('connections.check', { connectionId }),
  });
}

export function useSignOut() {
  const rpc = useRpc();
  return useMutation({
    mutationFn: (connectionId: string) => rpc.call('connections.signOut', { connectionId }),
  });
}

export function useRemoveConnection() {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (connectionId: string) => rpc.call('connections.remove', { connectionId }),
    onSuccess: (_nothing, connectionId) => queryClient.removeQueries({ queryKey: ['server', connectionId] }),
  });
}
