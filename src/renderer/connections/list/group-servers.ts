import type { Server } from '../queries.ts';

/** Servers under one heading; `name: null` for those without a group, which come first. */
export interface ServerGroup {
  readonly name: string | null;
  readonly servers: readonly Server[];
}

/** Groups in the order of their first server, each with its servers in their order. */
export function groupServers(servers: readonly Server[]): readonly ServerGroup[] {
  const groups = new Map<string | null, Server[]>();
  for (const server of servers) {
    const name = server.connection.group ?? null;
    groups.set(name, [...(groups.get(name) ?? []), server]);
  }
  return [...groups]
    .map(([name, members]) => ({ name, servers: members }))
    .toSorted((one, other) => Number(one.name !== null) - Number(other.name !== null));
}

/**
 * The ids of all saved servers after moving one past its neighbour of the same group; `null` if it has none
 * there. The demo server is always first.
 */
export function movedOrder(servers: readonly Server[], id: string, by: -1 | 1): readonly string[] | null {
  const saved = servers.filter(({ connection }) => connection.kind !== 'demo');
  const moved = saved.find(({ connection }) => connection.id === id);
  const peers = saved.filter(({ connection }) => connection.group === moved?.connection.group);
  const other = moved && peers[peers.indexOf(moved) + by];
  if (!moved || !other) return null;
  const swapped = saved.map((server) => (server === moved ? other : server === other ? moved : server));
  return swapped.map(({ connection }) => connection.id);
}
