import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { contract, type StudioHandlers } from '../../shared/contract.ts';
import { memberConnectionId } from '../../shared/model/team.ts';
import { createMergedRequests } from './merged-requests.ts';
import { routeCalls } from './route-calls.ts';
import { isRecord } from '../../shared/narrow.ts';

const [ada, bob] = ['a'.repeat(40), 'b'.repeat(40)] as const;
const ofAda = memberConnectionId(ada, randomUUID());
const ofBob = memberConnectionId(bob, randomUUID());

type AnyCall = (input: unknown, signal: AbortSignal) => Promise<unknown>;
type AnyStream = (input: unknown, signal: AbortSignal) => AsyncIterable<unknown>;

/** Handlers of the whole contract that only note what reached them. */
function notingHandlers(reached: string[]): StudioHandlers {
  const calls = Object.keys(contract.calls).map((name) => [
    name,
    () => {
      reached.push(name);
      return Promise.reject(new Error('This back end only notes.'));
    },
  ]);
  const streams = Object.keys(contract.streams).map((name) => [
    name,
    // eslint-disable-next-line require-yield
    async function* () {
      reached.push(name);
    },
  ]);
  return {
    calls: Object.fromEntries(calls),
    streams: Object.fromEntries(streams),
  } as unknown as StudioHandlers;
}

function createDoor(owner: string) {
  const [shared, member]: [string[], string[]] = [[], []];
  const handlers = routeCalls(owner, {
    shared: notingHandlers(shared),
    member: notingHandlers(member),
    requests: createMergedRequests(),
    keepsOthers: false,
  });
  return {
    shared,
    member,
    async use(name: string, input: unknown): Promise<unknown> {
      const { signal } = new AbortController();
      const call = (handlers.calls as unknown as Record<string, AnyCall>)[name];
      if (call) return call(input, signal).catch((error: unknown) => error);
      const stream = (handlers.streams as unknown as Record<string, AnyStream>)[name];
      try {
        for await (const item of stream?.(input, signal) ?? []) return item;
      } catch (error) {
        return error;
      }
      return null;
    },
  };
}

/** Where the input of a call takes the id of a server: `[['source', 'connectionId'], ...]`. */
function serverPaths(name: string, schema: unknown, path: readonly string[] = []): string[][] {
  if (!isRecord(schema)) return [];
  const { properties, items } = schema;
  const below = isRecord(properties)
    ? Object.entries(properties).flatMap(([key, part]) => {
        const isServer =
          /connectionIds?$/i.test(key) ||
          (key === 'id' && path.length === 0 && /^connections\.(save|test)$/.test(name));
        return isServer ? [[...path, key]] : serverPaths(name, part, [...path, key]);
      })
    : [];
  const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((kind) => schema[kind] ?? []);
  return [
    ...below,
    ...serverPaths(name, items, [...path, '[]']),
    ...choices.flatMap((choice) => serverPaths(name, choice, path)),
  ];
}

function inputWith(path: readonly string[], id: string): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return id;
  if (first === '[]') return [inputWith(rest, id)];
  const value = inputWith(rest, id);
  return { [first]: first === 'connectionIds' ? [value] : value };
}

const definitions = { ...contract.calls, ...contract.streams };
const cases = Object.entries(definitions).flatMap(([name, { input }]) => {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const paths = serverPaths(name, schema).map((path) => path.join('.'));
  return [...new Set(paths)].map((path) => ({ name, path: path.split('.'), title: `${name} ${path}` }));
});

it('the contract has many calls and streams that name a server, all of which are in this table', () => {
  expect(cases.length).toBeGreaterThan(90);
  for (const title of [
    'compare.read left.connectionId',
    'clones.start source.connectionId',
    'runs.follow connectionId',
  ])
    expect(cases.map((one) => one.title)).toContain(title);
});

// The others are only asked whether they have an experiment with this id.
const alsoAsked = (name: string): string[] =>
  ['experiments.start', 'experiments.rerun'].includes(name) ? ['experiments.rows'] : [];

// The order of servers has a test of its own.
describe.each(cases.filter(({ name }) => name !== 'connections.reorder'))('$title', ({ name, path }) => {
  it('a server of another member is refused before it reaches anything', async () => {
    const door = createDoor(ada);
    expect(await door.use(name, inputWith(path, ofBob))).toMatchObject({
      code: 'forbidden',
      message: 'This server is used with another member’s own key.',
    });
    expect([...door.shared, ...door.member]).toEqual([]);
  });

  it('a server of the member is of no concern to the services of all members', async () => {
    const door = createDoor(ada);
    await door.use(name, inputWith(path, ofAda));
    expect(door.member).toContain(name);
    expect(door.shared).toEqual(alsoAsked(name));
  });

  it('a shared server does not reach the services of the member', async () => {
    const door = createDoor(ada);
    await door.use(name, inputWith(path, 'shared'));
    expect(door.shared).toContain(name);
    expect(door.member).toEqual(alsoAsked(name));
  });
});

it('what would need two keys is refused: a side of each, a clone of one on the other', async () => {
  const door = createDoor(ada);
  const mixed = { left: { connectionId: ofAda }, right: { connectionId: 'shared' } };
  expect(await door.use('compare.read', mixed)).toMatchObject({ code: 'unsupported' });
  const clone = { connectionId: 'shared', source: { connectionId: ofAda } };
  expect(await door.use('clones.start', clone)).toMatchObject({ code: 'unsupported' });
  const inputs = { connectionId: ofAda, inputs: { kind: 'files', connectionId: ofBob } };
  expect(await door.use('experiments.start', inputs)).toMatchObject({ code: 'forbidden' });
  expect([...door.shared, ...door.member]).toEqual([]);
});

it('an order of servers is split between both, and has no server of another member', async () => {
  const orders: unknown[] = [];
  const noting = (name: string): StudioHandlers => {
    const handlers = notingHandlers([]);
    const reorder: StudioHandlers['calls']['connections.reorder'] = async (input) => {
      orders.push([name, input]);
      return {};
    };
    return { ...handlers, calls: { ...handlers.calls, 'connections.reorder': reorder } };
  };
  const door = routeCalls(ada, {
    shared: noting('shared'),
    member: noting('member'),
    requests: createMergedRequests(),
    keepsOthers: false,
  });
  const { signal } = new AbortController();
  const group = { connectionId: ofAda, name: 'Mine' };
  await door.calls['connections.reorder']({ connectionIds: ['one', ofAda, 'two'], group }, signal);
  expect(orders).toEqual([
    ['member', { connectionIds: [ofAda], group }],
    ['shared', { connectionIds: ['one', 'two'] }],
  ]);
  const refusal = { code: 'forbidden' };
  for (const input of [
    { connectionIds: ['one', ofBob] },
    { connectionIds: [], group: { connectionId: ofBob, name: null } },
  ])
    await expect(door.calls['connections.reorder'](input, signal)).rejects.toMatchObject(refusal);
  expect(orders).toHaveLength(2);
});

it('who may not delete experiments starts none that would, but for those of their own servers', async () => {
  const starts: unknown[] = [];
  const noting = (name: string): StudioHandlers => {
    const handlers = notingHandlers([]);
    const note = (input: { readonly keepsOthers?: boolean | undefined }) => {
      starts.push([name, input.keepsOthers]);
      return Promise.reject(new Error('This back end only notes.'));
    };
    return {
      ...handlers,
      calls: { ...handlers.calls, 'experiments.start': note, 'experiments.rerun': note },
    };
  };
  const doorOf = (keepsOthers: boolean) => {
    const services = { shared: noting('shared'), member: noting('member') };
    return routeCalls(ada, { ...services, requests: createMergedRequests(), keepsOthers }).calls;
  };
  const { signal } = new AbortController();
  const rerun = { experimentId: randomUUID(), newExperimentId: randomUUID(), rows: 'all' as const };
  const start = {
    serverName: 'Real',
    assistantId: 'a',
    assistantName: 'a',
    graphId: 'a',
    version: null,
    isPinned: false,
    experimentId: randomUUID(),
    name: 'Table',
    inputs: { kind: 'rows' as const, inputs: ['{}'] },
    atOnce: null,
    repetitions: 1,
  };
  for (const calls of [doorOf(false), doorOf(true)])
    for (const connectionId of ['shared', ofAda]) {
      await calls['experiments.start']({ ...start, connectionId }, signal).catch(() => undefined);
      // Whatever the window says.
      const input = { ...rerun, connectionId, keepsOthers: false };
      await calls['experiments.rerun'](input, signal).catch(() => undefined);
    }
  expect(starts).toEqual([
    ['shared', undefined],
    ['shared', false],
    ['member', undefined],
    ['member', false],
    ['shared', true],
    ['shared', true],
    ['member', undefined],
    ['member', false],
  ]);
});

it('drafts of recordings are those of the member, whatever the window says', async () => {
  const owners: unknown[] = [];
  const shared = notingHandlers([]);
  const door = routeCalls(ada, {
    shared: {
      calls: {
        ...shared.calls,
        'recordings.copy': ({ draftOwner }) => {
          owners.push(draftOwner);
          return Promise.reject(new Error('This back end only notes.'));
        },
      },
      streams: {
        ...shared.streams,
        async *'recordings.record'({ draftOwner }) {
          owners.push(draftOwner);
          yield* [];
        },
      },
    },
    member: notingHandlers([]),
    requests: createMergedRequests(),
    keepsOthers: false,
  });
  const { signal } = new AbortController();
  const onServer = { connectionId: 'shared', draftOwner: bob };
  await door.calls['recordings.copy'](onServer, signal).catch(() => undefined);
  const request = { ...onServer, threadId: 't', runId: null, scrubLikely: true, hideHosts: false };
  for await (const _ of door.streams['recordings.record'](request, signal)) expect.unreachable();
  expect(owners).toEqual([ada, ada]);
});
