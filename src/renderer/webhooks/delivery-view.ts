import type { WebhookDelivery } from '../../shared/model/webhook.ts';

export const deliveryColumns = {
  id: 'webhooks.columns',
  list: { id: 'deliveries', size: 460, minSize: 280 },
  detail: { id: 'delivery', minSize: 300 },
};

export function deliveryKey({ id }: WebhookDelivery): string {
  return id;
}
