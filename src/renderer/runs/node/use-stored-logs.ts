import { useEffect, useMemo } from 'react';
import { useRpc } from '../../rpc/rpc-context.ts';
import { createRunLogStore, type RunLogStore } from '../model/run-log-store.ts';

const none: readonly RunLogStore[] = [];

// The logs of runs that have ended and are stored here, read once. Runs of which nothing is stored must not be
// asked for: reading them may take their events from another reader.
export function useStoredLogs(
  connectionId: string,
  threadId: string | null,
  runIds: readonly string[],
): readonly RunLogStore[] {
  const rpc = useRpc();
  const runIdsText = runIds.join(' ');
  const logs = useMemo(
    () =>
      runIdsText === ''
        ? none
        : runIdsText.split(' ').map((runId) => createRunLogStore({ connectionId, threadId, runId })),
    [connectionId, threadId, runIdsText],
  );
  useEffect(() => {
    const stops = logs.map((log) => log.follow(rpc));
    return () => {
      for (const stop of stops) stop();
    };
  }, [logs, rpc]);
  return logs;
}
