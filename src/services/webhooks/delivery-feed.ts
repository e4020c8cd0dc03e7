import type { WebhookDelivery, WebhookDeliveryChanges } from '../../shared/model/webhook.ts';
import { createSnapshotPublisher } from '../common/snapshot-publisher.ts';

// Deliveries of one message to a window: about 100 KB.
export const deliveriesPerMessage = 200;

// Sends each watcher all deliveries once, and then only what changed.
export interface DeliveryFeed {
  changed(): void;
  watch(signal: AbortSignal): AsyncIterable<WebhookDeliveryChanges>;
}

// - `list`: Newest first. A changed delivery is another object.
// - `minIntervalMs`: Minimum interval between two rounds of messages, in milliseconds.
interface DeliveryFeedOptions {
  readonly list: () => readonly WebhookDelivery[];
  readonly dropped: () => number;
  readonly minIntervalMs: number;
}

export function createDeliveryFeed({ list, dropped, minIntervalMs }: DeliveryFeedOptions): DeliveryFeed {
  const publisher = createSnapshotPublisher({ snapshot: list, minIntervalMs });
  return {
    changed: () => publisher.changed(),
    async *watch(signal) {
      // What the watcher was sent.
      let sent: ReadonlyMap<string, WebhookDelivery> = new Map();
      for await (const deliveries of publisher.watch(signal)) {
        const now = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
        const changed = deliveries.filter((delivery) => sent.get(delivery.id) !== delivery);
        const removed = [...sent.keys()].filter((id) => !now.has(id));
        sent = now;
        const parts = Math.max(
          1,
          Math.ceil(Math.max(changed.length, removed.length / 10) / deliveriesPerMessage),
        );
        for (let part = 0; part < parts; part += 1) {
          yield {
            deliveries: partOf(changed, part, deliveriesPerMessage),
            removed: partOf(removed, part, deliveriesPerMessage * 10),
            hasMore: part < parts - 1,
            droppedTotal: dropped(),
          };
        }
      }
    },
  };
}

function partOf<T>(items: readonly T[], part: number, size: number): T[] {
  return items.slice(part * size, (part + 1) * size);
}
