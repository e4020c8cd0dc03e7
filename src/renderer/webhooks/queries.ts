import { useMutation, useQuery } from '@tanstack/react-query';
import type { WebhookEndpoint } from '../../shared/model/webhook.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { useSubscription } from '../rpc/use-subscription.ts';

export function useWebhooks() {
  return useSubscription('webhooks.watch', {});
}

/** Headers and body of one delivery. They never change, except that the body may give way to newer ones. */
export function useDeliveryContent(deliveryId: string) {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.webhookContent(deliveryId),
    queryFn: ({ signal }) => rpc.call('webhooks.content', { deliveryId }, signal),
    staleTime: Infinity,
    gcTime: 30_000,
  });
}

export function useRecordedDeliveries(connectionId: string) {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.recorded(connectionId, 'deliveries'),
    queryFn: ({ signal }) => rpc.call('recordings.deliveries', { connectionId }, signal),
    staleTime: Infinity,
  });
}

export function useRecordedContent(connectionId: string, index: number) {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.recorded(connectionId, 'deliveries', index),
    queryFn: ({ signal }) => rpc.call('recordings.delivery', { connectionId, index }, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** The networks may change at any time, so they are read each time. */
export function useNetworkAddresses() {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.webhookAddresses,
    queryFn: async ({ signal }) => (await rpc.call('webhooks.addresses', {}, signal)).addresses,
    staleTime: 0,
    gcTime: 0,
  });
}

export function useConfigureListener() {
  const rpc = useRpc();
  return useMutation({
    mutationFn: (endpoint: WebhookEndpoint) => rpc.call('webhooks.configure', endpoint),
  });
}

export function useSelfTest() {
  const rpc = useRpc();
  return useMutation({
    mutationFn: (publicUrl: string) => rpc.call('webhooks.selfTest', { publicUrl }),
  });
}

export function useForwardDelivery() {
  const rpc = useRpc();
  return useMutation({
    mutationFn: (input: { readonly deliveryId: string; readonly url: string }) =>
      rpc.call('webhooks.forward', input),
  });
}

export function useRecheckDelivery() {
  const rpc = useRpc();
  return useMutation({
    mutationFn: (deliveryId: string) => rpc.call('webhooks.recheck', { deliveryId }),
  });
}

export function useCheckExpected() {
  const rpc = useRpc();
  return useMutation({
    mutationFn: (expectedId: string) => rpc.call('webhooks.checkExpected', { expectedId }),
  });
}

export function useDismissExpected() {
  const rpc = useRpc();
  return useMutation({
    mutationFn: (expectedId: string) => rpc.call('webhooks.dismissExpected', { expectedId }),
  });
}

export function useClearDeliveries() {
  const rpc = useRpc();
  return useMutation({ mutationFn: () => rpc.call('webhooks.clear', {}) });
}

export function useSetListener() {
  const rpc = useRpc();
  return useMutation({
    mutationFn: (enabled: boolean) => rpc.call('webhooks.setListener', { enabled }),
  });
}
