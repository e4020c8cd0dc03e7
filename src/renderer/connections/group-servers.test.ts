import { expect, it } from 'vitest';
import type { Connection } from '../../shared/model/connection.ts';
import { droppedOrder, groupServers, movedOrder } from './group-servers.ts';
import type { Server } from './queries.ts';

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
  return { connection, health: null, isCurrent: true };
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

it('drops a server within its group, into another one, and to no group', () => {
  const drop = (id: string, group: string | null, before: string | null) =>
    droppedOrder(all, id, { group, before });
  expect(drop('d', 'EU', 'a')).toEqual({ connectionIds: ['b', 'd', 'a', 'c'], group: null });
  expect(drop('c', 'EU', 'd')).toEqual({
    connectionIds: ['b', 'a', 'c', 'd'],
    group: { connectionId: 'c', name: 'EU' },
  });
  expect(drop('a', null, null)).toEqual({
    connectionIds: ['b', 'a', 'd', 'c'],
    group: { connectionId: 'a', name: null },
  });
  // Where it is: before itself, before its successor, or at the end of its own group.
  expect([
    drop('a', 'EU', 'a'),
    drop('a', 'EU', 'd'),
    drop('d', 'EU', null),
    drop('demo', 'EU', null),
  ]).toEqual([null, null, null, null]);
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
