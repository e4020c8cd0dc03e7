import { useMemo, useSyncExternalStore } from 'react';
import { sharedWatch, type Watched } from './shared-watch.ts';
import { useStudio } from './studio.tsx';
import type { WatchInput, WatchName } from './watch.ts';

/**
 * The newest item of a stream whose items are whole pictures (`connections.watch`, `webhooks.watch`,
 * `requests.watch`). Follows while any view shows it and subscribes again after a lost port.
 */
export function useWatch<K extends WatchName>(name: K, input: WatchInput<K>): Watched<K> {
  const studio = useStudio();
  const inputText = JSON.stringify(input);
  const entry = useMemo(() => sharedWatch(studio, name, inputText), [studio, name, inputText]);
  return useSyncExternalStore(entry.subscribe, entry.snapshot);
}
