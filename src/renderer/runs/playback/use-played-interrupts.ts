import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { PendingInterrupt } from '../../../shared/model/threads/thread.ts';
import type { RunLogStore } from '../log/run-log-store.ts';

export function usePlayedInterrupts(
  log: RunLogStore | null,
  onPlayed: ((asked: readonly PendingInterrupt[] | null) => void) | undefined,
): readonly PendingInterrupt[] | null {
  const asked = useSyncExternalStore(
    log?.subscribe ?? subscribeToNothing,
    () => log?.get().model.interrupts.list() ?? null,
  );
  const report = useEffectEvent((next: readonly PendingInterrupt[] | null) => onPlayed?.(next));
  useEffect(() => {
    report(asked);
    return () => report(null);
  }, [asked]);
  return asked;
}

function subscribeToNothing(): () => void {
  return () => undefined;
}
