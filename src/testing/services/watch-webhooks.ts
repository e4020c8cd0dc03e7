import { applyDeliveryChanges } from '../../renderer/webhooks/delivery-list.ts';
import type { StreamsOf } from '../../shared/contract.ts';
import {
  WebhookDeliveryChanges,
  WebhooksSnapshot,
  type WebhookDelivery,
} from '../../shared/model/webhook.ts';

/** Everything that the webhooks view shows. */
export interface WatchedWebhooks extends WebhooksSnapshot {
  readonly deliveries: readonly WebhookDelivery[];
  readonly droppedTotal: number;
}

/**
 * The first state of both webhook streams that matches. Each item is checked against its schema. Rejects if the
 * streams end before.
 */
export async function webhooksWhere(
  streams: StreamsOf<'webhooks'>,
  fits: (watched: WatchedWebhooks) => boolean,
): Promise<WatchedWebhooks> {
  const leave = new AbortController();
  let snapshot: WebhooksSnapshot | null = null;
  let list: { deliveries: readonly WebhookDelivery[]; droppedTotal: number } | null = null;
  try {
    return await new Promise<WatchedWebhooks>((resolve, reject) => {
      const check = (): void => {
        if (snapshot === null || list === null) return;
        const watched = { ...snapshot, ...list };
        if (fits(watched)) resolve(watched);
      };
      const follow = async (): Promise<void> => {
        for await (const item of streams['webhooks.watch']({}, leave.signal)) {
          snapshot = WebhooksSnapshot.parse(item);
          check();
        }
      };
      const followDeliveries = async (): Promise<void> => {
        for await (const item of streams['webhooks.deliveries']({}, leave.signal)) {
          const changes = WebhookDeliveryChanges.parse(item);
          const deliveries = applyDeliveryChanges(list?.deliveries ?? [], changes);
          list = { deliveries, droppedTotal: changes.droppedTotal };
          if (!changes.hasMore) check();
        }
      };
      Promise.all([follow(), followDeliveries()]).then(
        () => reject(new Error('The streams ended.')),
        (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))),
      );
    });
  } finally {
    leave.abort();
  }
}
