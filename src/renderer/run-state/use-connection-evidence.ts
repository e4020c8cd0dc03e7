import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConnectionHealth } from '../../shared/model/connections/connection.ts';
import { useStudio } from '../rpc/rpc-context.ts';
import { getRunStateStore } from './run-state-store.ts';

/** Reports whether the server of the open thread responds. Used once per window. */
export function useConnectionReport(
  connectionId: string | null,
  threadId: string | null,
  state: ConnectionHealth['state'] | null,
): void {
  const studio = useStudio();
  const queries = useQueryClient();
  const reachable =
    state === null || state === 'connecting' ? null : state !== 'unreachable' && state !== 'offline';
  useEffect(() => {
    if (connectionId === null || threadId === null || reachable === null) return;
    const store = getRunStateStore(studio, queries, connectionId, threadId);
    store.say({ by: 'connection', reachable, at: Date.now() });
  }, [studio, queries, connectionId, threadId, reachable]);
}
