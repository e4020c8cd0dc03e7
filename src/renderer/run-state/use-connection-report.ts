import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConnectionHealth } from '../../shared/model/connection.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { getRunStateStore } from './run-state-store.ts';

/** Reports whether the server of the open thread responds. Used once per window. */
export function useConnectionReport(
  connectionId: string | null,
  threadId: string | null,
  state: ConnectionHealth['state'] | null,
): void {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  const reachable =
    state === null || state === 'connecting' ? null : state !== 'unreachable' && state !== 'offline';
  useEffect(() => {
    if (connectionId === null || threadId === null || reachable === null) return;
    const store = getRunStateStore(rpc, queryClient, connectionId, threadId);
    store.dispatch({ by: 'connection', reachable, at: Date.now() });
  }, [rpc, queryClient, connectionId, threadId, reachable]);
}
