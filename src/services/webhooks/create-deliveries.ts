import type { Platform } from '../common/platform.ts';
import { createDeliveryFeed, type DeliveryFeed } from './delivery-feed.ts';
import { createDeliveryJournal } from './delivery-journal.ts';
import { createDeliveryStore, type DeliveryLimits, type DeliveryStore } from './delivery-store.ts';

export interface Deliveries extends Omit<DeliveryStore, 'restore' | 'forget'> {
  // Reads those of earlier sessions, once. Never rejects.
  load(): Promise<void>;
  watch: DeliveryFeed['watch'];
  // Removes a server's deliveries, or all, also from the disk.
  forget(connectionId: string | null): Promise<void>;
  flush(): Promise<void>;
}

interface DeliveriesOptions {
  readonly platform: Pick<Platform, 'dataFolder' | 'log'>;
  readonly limits: DeliveryLimits;
  readonly now: () => Date;
}

export function createDeliveries({ platform, limits, now }: DeliveriesOptions): Deliveries {
  const onChanged = (id: string): void => {
    journal.changed(id);
    feed.changed();
  };
  const store = createDeliveryStore({ limits, now, onChanged });
  const journal = createDeliveryJournal({
    folder: platform.dataFolder,
    get: store.get,
    all: () => store.list().flatMap(({ id }) => store.get(id) ?? []),
    warn: (message) => platform.log('warn', message),
  });
  const feed = createDeliveryFeed({ list: store.list, dropped: store.dropped, minIntervalMs: 150 });
  let loading: Promise<void> | null = null;

  const load = async (): Promise<void> => {
    store.restore(await journal.load());
    for (const { id, confirmedStatus, confirmProblem } of store.list()) {
      // Not retried automatically: that could open a server's key while nobody looks.
      if (confirmedStatus === null && confirmProblem === null) {
        store.change(id, { confirmProblem: 'The studio was closed before the server confirmed it.' });
      }
    }
    feed.changed();
  };

  return {
    ...store,
    load: () => (loading ??= load()),
    watch: (signal) => feed.watch(signal),
    async forget(connectionId) {
      store.forget(connectionId);
      await journal.rewrite();
    },
    flush: () => journal.flush(),
  };
}
