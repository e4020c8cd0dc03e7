import { expect, it } from 'vitest';
import type { Connection } from '../../../shared/model/connections/connection.ts';
import { groupServers, movedOrder } from './group-servers.ts';
import type { Server } from '../queries.ts';

function server(id: string, group?: string, kind: Connection['kind'] = 'remote'): Server {
  const connection: Connection = {
    id,
    kind,
    name: id,
    url: 'https://example.com',
    key: { storage: 'none', last4: null },
    headers: [],
    ...(group === undefined ? {} : { group }),
  };
  return { connection, health: null };
}

const all = [
  server('demo', undefined, 'demo'),
  server('a', 'EU'),
  server('b'),
  server('c', 'US'),
  server('d', 'EU'),
];

it('lists servers without a group first, then each group where its first server is', () => {
  const groups = groupServers(all).map(({ name, servers }) => [
    name,
    servers.map((one) => one.connection.id),
  ]);
  expect(groups).toEqual([
    [null, ['demo', 'b']],
    ['EU', ['a', 'd']],
    ['US', ['c']],
  ]);
});

it('moves a server past its neighbour in the group, and no further than that', () => {
  expect(movedOrder(all, 'a', 1)).toEqual(['d', 'b', 'c', 'a']);
  expect(movedOrder(all, 'd', -1)).toEqual(['d', 'b', 'c', 'a']);
  for (const [id, by] of [
    ['a', -1],
    ['d', 1],
    ['c', 1],
    ['b', -1],
    ['demo', 1],
    ['unknown', 1],
  ] as const)
    expect(movedOrder(all, id, by)).toBeNull();
});
