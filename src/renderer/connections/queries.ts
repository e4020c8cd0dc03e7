import { useMemo } from 'react';
import type { Connection, ConnectionHealth } from '../../shared/model/connection.ts';
import { type SubscriptionSnapshot, useSubscription } from '../rpc/use-subscription.ts';

export interface Server {
  readonly connection: Connection;
  readonly health: ConnectionHealth | null;
  /** The studio's back end reports changes. Otherwise `health` is its last report. */
  readonly isCurrent: boolean;
}

export interface Servers {
  readonly servers: readonly Server[] | null;
  readonly watched: SubscriptionSnapshot<'connections.watch'>;
}

export function useServers(): Servers {
  const watched = useSubscription('connections.watch', {});
  const snapshot = watched.item;
  const isCurrent = watched.state === 'live';
  // The same list until the next snapshot, for effects that depend on it.
  const servers = useMemo(
    () =>
      snapshot?.connections.map((connection) => ({
        connection,
        health: snapshot.health.find((health) => health.connectionId === connection.id) ?? null,
        isCurrent,
      })) ?? null,
    [snapshot, isCurrent],
  );
  return { servers, watched };
}
