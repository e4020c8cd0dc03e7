import { queryKeys } from '../queries/query-keys.ts';
import { useCallQuery } from '../queries/use-call.ts';
import { useSubscription } from '../rpc/use-subscription.ts';

export function useWebhooks() {
  return useSubscription('webhooks.watch', {});
}

// Headers and body of one delivery. They never change, except that the body may give way to newer ones.
export function useDeliveryContent(deliveryId: string) {
  const key = queryKeys.webhookContent(deliveryId);
  return useCallQuery(key, 'webhooks.content', { deliveryId }, { staleTime: Infinity, gcTime: 30_000 });
}

export function useRecordedDeliveries(connectionId: string) {
  const key = queryKeys.recorded(connectionId, 'deliveries');
  return useCallQuery(key, 'recordings.deliveries', { connectionId }, { staleTime: Infinity });
}

export function useRecordedContent(connectionId: string, index: number) {
  const key = queryKeys.recorded(connectionId, 'deliveries', index);
  const input = { connectionId, index };
  return useCallQuery(key, 'recordings.delivery', input, { staleTime: Infinity, gcTime: 0 });
}

// The networks may change at any time, so they are read each time.
export function useNetworkAddresses() {
  return useCallQuery(queryKeys.webhookAddresses, 'webhooks.addresses', {}, { staleTime: 0, gcTime: 0 });
}
