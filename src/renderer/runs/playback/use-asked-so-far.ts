import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { PendingInterrupt } from '../../../shared/model/threads/thread.ts';
import type { RunLogStore } from '../log/run-log-store.ts';

/** Reports what a played run has asked up to its position; `null` once it is closed. Changes only with the questions. */
export function useAskedSoFar(
  log: RunLogStore | null,
  onPlayed: ((asked: readonly PendingInterrupt[] | null) => void) | undefined,
): void {
  const asked = useSyncExternalStore(
    log?.subscribe ?? subscribeToNothing,
    () => log?.get().model.questions.list() ?? null,
  );
  const report = useEffectEvent((next: readonly PendingInterrupt[] | null) => onPlayed?.(next));
  useEffect(() => {
    report(asked);
    return () => report(null);
  }, [asked]);
}

function subscribeToNothing(): () => void {
  return () => undefined;
}
