import { useSyncExternalStore } from 'react';
import type { RunLogStore } from '../../log/run-log-store.ts';

/** The tokens that the models of a task reported; `null` if none did, or its events are not here. */
export function useTokens(log: RunLogStore | null, taskId: string | null): number | null {
  return useSyncExternalStore(log?.subscribe ?? subscribeToNothing, () =>
    log === null || taskId === null ? null : (log.get().model.messages.usageOf(taskId)?.total ?? null),
  );
}

function subscribeToNothing(): () => void {
  return () => undefined;
}
