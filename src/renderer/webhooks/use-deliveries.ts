import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '../../shared/app-error.ts';
import type { WebhookDelivery } from '../../shared/model/webhook.ts';
import { useRpc, type StudioRpc } from '../rpc/rpc-context.ts';
import { createRefCountedStore, type RefCountedStore } from '../rpc/ref-counted-store.ts';
import { subscribeToStream } from '../rpc/subscription.ts';
import { applyDeliveryChanges } from './delivery-list.ts';

export interface DeliveriesState {
  // Newest first; `null` until all are there.
  readonly deliveries: readonly WebhookDelivery[] | null;
  readonly droppedTotal: number;
  readonly error: AppError | null;
}

const stores = new WeakMap<StudioRpc, RefCountedStore<DeliveriesState>>();

// All deliveries, live. The list is kept while no view shows it, and read again with the next view.
export function useDeliveries(): DeliveriesState {
  const rpc = useRpc();
  const store = useMemo(() => {
    const refCountedStore = stores.get(rpc) ?? createDeliveriesStore(rpc);
    stores.set(rpc, refCountedStore);
    return refCountedStore;
  }, [rpc]);
  return useStore(store);
}

function createDeliveriesStore(rpc: StudioRpc): RefCountedStore<DeliveriesState> {
  const initial: DeliveriesState = { deliveries: null, droppedTotal: 0, error: null };
  // With parts of a list that is not complete yet.
  let read: readonly WebhookDelivery[] = [];
  const store = createRefCountedStore(initial, () =>
    subscribeToStream(
      rpc,
      'webhooks.deliveries',
      {},
      {
        onItem: (changes, first) => {
          read = applyDeliveryChanges(first ? [] : read, changes);
          if (changes.hasMore) return;
          store.setState({ deliveries: read, droppedTotal: changes.droppedTotal });
        },
        onState: (_, error) => store.setState({ error }),
      },
    ),
  );
  return store;
}
