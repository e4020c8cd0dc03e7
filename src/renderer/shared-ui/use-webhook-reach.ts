import type { WebhooksSnapshot } from '../../shared/model/webhook.ts';
import { useSubscription } from '../rpc/use-subscription.ts';
import { webhookReach, type WebhookReach } from './webhook-reach.ts';

/** Base URL to which webhooks of new runs go; `null` while the listener is not open. */
export function webhookBase({ listener, endpoint }: WebhooksSnapshot): string | null {
  return listener.address === null ? null : (endpoint.publicUrl ?? listener.address);
}

/** Whether a server's webhooks will arrive; `null` while unknown or while the listener is not open. */
export function useWebhookReach(connectionId: string): WebhookReach | null {
  const webhooks = useSubscription('webhooks.watch', {}).item;
  const servers = useSubscription('connections.watch', {}).item;
  const webhookUrl = webhooks === null ? null : webhookBase(webhooks);
  const connection = servers?.connections.find(({ id }) => id === connectionId);
  if (webhookUrl === null || !connection) return null;
  const server = servers?.health.find((one) => one.connectionId === connectionId)?.server ?? null;
  return webhookReach({ serverUrl: connection.url, server, webhookUrl });
}
