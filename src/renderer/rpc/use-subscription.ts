import type { AppError } from '../../shared/app-error.ts';
import { type StudioRpc, useRpc } from './rpc-context.ts';
import {
  subscribeToStream,
  type StreamInput,
  type StreamItem,
  type StreamName,
  type SubscriptionState,
} from './subscription.ts';
import { useMemo } from 'react';
import { useStore, type StoreApi } from 'zustand';
import { createRefCountedStore } from './ref-counted-store.ts';

export interface SubscriptionSnapshot<K extends StreamName> {
  readonly item: StreamItem<K> | null;
  readonly error: AppError | null;
  readonly state: SubscriptionState;
}

// One subscription per studio, stream and input, shared by all views.
const all = new WeakMap<StudioRpc, Map<string, unknown>>();

function sharedSubscription<K extends StreamName>(
  rpc: StudioRpc,
  name: K,
  inputText: string,
): StoreApi<SubscriptionSnapshot<K>> {
  const ofStudio = all.get(rpc) ?? new Map<string, unknown>();
  all.set(rpc, ofStudio);
  const key = `${name} ${inputText}`;
  // The key contains the name of the stream.
  const store =
    (ofStudio.get(key) as StoreApi<SubscriptionSnapshot<K>> | undefined) ??
    createSharedWatch(rpc, name, inputText);
  ofStudio.set(key, store);
  return store;
}

// Subscribed from the first listener to the last; the last snapshot is kept for the next one.
function createSharedWatch<K extends StreamName>(
  rpc: StudioRpc,
  name: K,
  inputText: string,
): StoreApi<SubscriptionSnapshot<K>> {
  const initial: SubscriptionSnapshot<K> = { item: null, error: null, state: 'connecting' };
  const store = createRefCountedStore(initial, () =>
    subscribeToStream(rpc, name, JSON.parse(inputText) as StreamInput<K>, {
      onItem: (item) => store.setState({ item }),
      onState: (state, error) => store.setState({ state, error }),
    }),
  );
  return store;
}

/**
 * The newest item of a stream of snapshots (`connections.watch`, `webhooks.watch`).
 * Subscribed while any view shows it; resubscribes after a lost port.
 */
export function useSubscription<K extends StreamName>(
  name: K,
  input: StreamInput<K>,
): SubscriptionSnapshot<K> {
  const rpc = useRpc();
  const inputText = JSON.stringify(input);
  const entry = useMemo(() => sharedSubscription(rpc, name, inputText), [rpc, name, inputText]);
  return useStore(entry);
}
