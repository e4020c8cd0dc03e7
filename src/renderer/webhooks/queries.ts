import { useMutation, useQuery } from '@tanstack/react-query';
import type { WebhookEndpoint } from '../../shared/model/webhook.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useStudio } from '../rpc/rpc-context.ts';
import { useSubscription } from '../rpc/use-subscription.ts';

export function useWebhooks() {
  return useSubscription('webhooks.watch', {});
}

/** Headers and body of one delivery. They never change, except that the body may give way to newer ones. */
export function useDeliveryContent(deliveryId: string) {
  const studio = useStudio();
  return useQuery({
    queryKey: queryKeys.webhookContent(deliveryId),
    queryFn: ({ signal }) => studio.call('webhooks.content', { deliveryId }, signal),
    staleTime: Infinity,
    gcTime: 30_000,
  });
}

export function useRecordedDeliveries(connectionId: string) {
  const studio = useStudio();
  return useQuery({
    queryKey: queryKeys.recorded(connectionId, 'deliveries'),
    queryFn: ({ signal }) => studio.call('recordings.deliveries', { connectionId }, signal),
    staleTime: Infinity,
  });
}

export function useRecordedContent(connectionId: string, index: number) {
  const studio = useStudio();
  return useQuery({
    queryKey: queryKeys.recorded(connectionId, 'deliveries', index),
    queryFn: ({ signal }) => studio.call('recordings.delivery', { connectionId, index }, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** The networks may change at any time, so they are read each time. */
export function useNetworkAddresses() {
  const studio = useStudio();
  return useQuery({
    queryKey: queryKeys.webhookAddresses,
    queryFn: async ({ signal }) => (await studio.call('webhooks.addresses', {}, signal)).addresses,
    staleTime: 0,
    gcTime: 0,
  });
}

export function useConfigureListener() {
  const studio = useStudio();
  return useMutation({
    mutationFn: (endpoint: WebhookEndpoint) => studio.call('webhooks.configure', endpoint),
  });
}

export function useSelfTest() {
  const studio = useStudio();
  return useMutation({
    mutationFn: (publicUrl: string) => studio.call('webhooks.selfTest', { publicUrl }),
  });
}

export function useForwardDelivery() {
  const studio = useStudio();
  return useMutation({
    mutationFn: (input: { readonly deliveryId: string; readonly url: string }) =>
      studio.call('webhooks.forward', input),
  });
}

export function useRecheckDelivery() {
  const studio = useStudio();
  return useMutation({
    mutationFn: (deliveryId: string) => studio.call('webhooks.recheck', { deliveryId }),
  });
}

export function useCheckExpected() {
  const studio = useStudio();
  return useMutation({
    mutationFn: (expectedId: string) => studio.call('webhooks.checkExpected', { expectedId }),
  });
}

export function useDismissExpected() {
  const studio = useStudio();
  return useMutation({
    mutationFn: (expectedId: string) => studio.call('webhooks.dismissExpected', { expectedId }),
  });
}

export function useClearDeliveries() {
  const studio = useStudio();
  return useMutation({ mutationFn: () => studio.call('webhooks.clear', {}) });
}

export function useSetListener() {
  const studio = useStudio();
  return useMutation({
    mutationFn: (enabled: boolean) => studio.call('webhooks.setListener', { enabled }),
  });
}
