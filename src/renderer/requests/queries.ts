import { useMutation, useQuery } from '@tanstack/react-query';
import type { RequestEntry } from '../../shared/model/request-log.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useRpc } from '../rpc/rpc-context.ts';

// How long until an answer whose body is not there yet is asked for again, in milliseconds.
const againMs = 1000;
// So often: what is not there by then came without one, or is no longer kept.
const maxAttempts = 30;

export function useResponse({ id, status }: Pick<RequestEntry, 'id' | 'status'>) {
  const rpc = useRpc();
  return useQuery({
    queryKey: ['request-response', id, status],
    queryFn: ({ signal }) => rpc.call('requests.response', { id }, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.response === null && state.dataUpdateCount < maxAttempts ? againMs : false,
  });
}

export function useRecordedRequests(connectionId: string) {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.recorded(connectionId, 'requests'),
    queryFn: ({ signal }) => rpc.call('recordings.requests', { connectionId }, signal),
    staleTime: Infinity,
  });
}

export function useRecordedRequest(connectionId: string, index: number) {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.recorded(connectionId, 'requests', index),
    queryFn: ({ signal }) => rpc.call('recordings.request', { connectionId, index }, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
}

export function useReplay() {
  const rpc = useRpc();
  return useMutation({ mutationFn: (id: number) => rpc.call('requests.replay', { id }) });
}
