import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Connection, ConnectionHealth } from '../../shared/model/connection.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { type SubscriptionSnapshot, useSubscription } from '../rpc/use-subscription.ts';
import { useRpc } from '../rpc/rpc-context.ts';

export interface Server {
  readonly connection: Connection;
  readonly health: ConnectionHealth | null;
}

export interface Servers {
  readonly servers: readonly Server[] | null;
  readonly watched: SubscriptionSnapshot<'connections.watch'>;
}

export function useServers(): Servers {
  const watched = useSubscription('connections.watch', {});
  const snapshot = watched.item;
  // The same list until the next snapshot, for effects that depend on it.
  const servers = useMemo(
    () =>
      snapshot?.connections.map((connection) => ({
        connection,
        health: snapshot.health.find((health) => health.connectionId === connection.id) ?? null,
      })) ?? null,
    [snapshot],
  );
  return { servers, watched };
}

/**
 * Where keys can be stored. Queried only while `wanted`, because the key store may prompt the user; a locked
 * one is queried until it opens.
 */
export function useSecretStorage(wanted: boolean) {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.secretStorage,
    queryFn: ({ signal }) => rpc.call('app.secretStorage', {}, signal),
    enabled: wanted,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.kind === 'locked' ? retryMs : false),
  });
}

const retryMs = 2_000;
