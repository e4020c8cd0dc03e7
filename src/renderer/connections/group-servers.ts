import type { Server } from './queries.ts';

export interface ServerGroup {
  readonly name: string | null;
  readonly servers: readonly Server[];
}

// Groups in the order of their first server, each with its servers in their order.
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

// An order of all saved servers, and the group that one of them gets if it moved to another.
export interface ServerOrder {
  readonly connectionIds: readonly string[];
  readonly group: { readonly connectionId: string; readonly name: string | null } | null;
}

// The order after a server was dropped before another one of a group, or (`null`) at its end; `null` if nothing
// changes. Groups keep their order.
export function droppedOrder(
  servers: readonly Server[],
  id: string,
  to: { readonly group: string | null; readonly before: string | null },
): ServerOrder | null {
  const moved = servers.find(({ connection }) => connection.id === id);
  if (!moved || moved.connection.kind !== 'remote') return null;
  const idsOf = (all: readonly Server[]): string[] =>
    all.filter(({ connection }) => connection.kind === 'remote').map(({ connection }) => connection.id);
  const order = groupServers(servers).flatMap(({ name, servers: members }) => {
    const others = idsOf(members).filter((other) => other !== id);
    if (name !== to.group) return others;
    const index = to.before === id ? idsOf(members).indexOf(id) : others.indexOf(to.before ?? '');
    return others.toSpliced(index < 0 ? others.length : index, 0, id);
  });
  const isOtherGroup = (moved.connection.group ?? null) !== to.group;
  const before = groupServers(servers).flatMap(({ servers: members }) => idsOf(members));
  if (!isOtherGroup && order.join('\n') === before.join('\n')) return null;
  return { connectionIds: order, group: isOtherGroup ? { connectionId: id, name: to.group } : null };
}

// The ids of all saved servers after moving one past its neighbour of the same group; `null` if it has none
// there. The demo server is always first.
export function movedOrder(servers: readonly Server[], id: string, by: -1 | 1): readonly string[] | null {
  const saved = servers.filter(({ connection }) => connection.kind === 'remote');
  const moved = saved.find(({ connection }) => connection.id === id);
  const peers = saved.filter(({ connection }) => connection.group === moved?.connection.group);
  const other = moved && peers[peers.indexOf(moved) + by];
  if (!moved || !other) return null;
  const swapped = saved.map((server) => (server === moved ? other : server === other ? moved : server));
  return swapped.map(({ connection }) => connection.id);
}
