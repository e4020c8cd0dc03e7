import type { WebhookDelivery, WebhookDeliveryChanges } from '../../shared/model/webhook.ts';

// Applies changes to a list of deliveries, newest first. Unchanged deliveries stay the same objects.
export function applyDeliveryChanges(
  deliveries: readonly WebhookDelivery[],
  { deliveries: changed, removed }: Pick<WebhookDeliveryChanges, 'deliveries' | 'removed'>,
): readonly WebhookDelivery[] {
  const replacedIds = new Set([...removed, ...changed.map(({ id }) => id)]);
  const unchanged = deliveries.filter(({ id }) => !replacedIds.has(id));
  const [newest] = unchanged;
  const isNewer = newest === undefined || changed.every(({ seq }) => seq > newest.seq);
  const merged = [...changed, ...unchanged];
  return isNewer ? merged : merged.toSorted((a, b) => b.seq - a.seq);
}
