import { useQuery } from '@tanstack/react-query';
import type { Connection, ConnectionHealth } from '../../shared/model/connection.ts';
import { queryKeys } from '../client/query-keys.ts';
import type { Watched } from '../client/shared-watch.ts';
import { useStudio } from '../client/studio.tsx';
import { useWatch } from '../client/use-watch.ts';

/** A connection and the last look at it. */
export interface Server {
  readonly connection: Connection;
  readonly health: ConnectionHealth | null;
}

export interface Servers {
  /** `null` until the first picture came. */
  readonly servers: readonly Server[] | null;
  readonly watched: Watched<'connections.watch'>;
}

/** Every server that the studio knows, live. */
export function useServers(): Servers {
  const watched = useWatch('connections.watch', {});
  const picture = watched.item;
  const servers =
    picture?.connections.map((connection) => ({
      connection,
      health: picture.health.find((health) => health.connectionId === connection.id) ?? null,
    })) ?? null;
  return { servers, watched };
}

/** Which program this is, and how it keeps secrets. */
export function useAppInfo() {
  const studio = useStudio();
  return useQuery({
    queryKey: queryKeys.appInfo,
    queryFn: ({ signal }) => studio.call('app.info', {}, signal),
    staleTime: 60_000,
  });
}
