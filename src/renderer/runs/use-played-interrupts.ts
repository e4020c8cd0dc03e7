import { useSyncExternalStore } from 'react';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { useCurrentRun } from './current-run.ts';
import { subscribeToNothing } from '../rpc/subscribe-to-nothing.ts';

/** The interrupts of the played run up to its position; `null` without a playback. */
export function usePlayedInterrupts(): readonly PendingInterrupt[] | null {
  const { log } = useCurrentRun().playback;
  return useSyncExternalStore(
    log?.subscribe ?? subscribeToNothing,
    () => log?.get().model.interrupts.list() ?? null,
  );
}
