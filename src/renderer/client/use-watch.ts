import { useMemo, useSyncExternalStore } from 'react';
import { sharedSubscription, type SubscriptionSnapshot } from './shared-watch.ts';
import { useStudio } from '../rpc/rpc-context.ts';
import type { StreamInput, StreamName } from '../rpc/subscription.ts';

/**
 * The newest item of a stream whose items are whole pictures (`connections.watch`, `webhooks.watch`,
 * `requests.watch`). Follows while any view shows it and subscribes again after a lost port.
 */
export function useSubscription<K extends StreamName>(name: K, input: StreamInput<K>): SubscriptionSnapshot<K> {
  const studio = useStudio();
  const inputText = JSON.stringify(input);
  const entry = useMemo(() => sharedSubscription(studio, name, inputText), [studio, name, inputText]);
  return useSyncExternalStore(entry.subscribe, entry.snapshot);
}
