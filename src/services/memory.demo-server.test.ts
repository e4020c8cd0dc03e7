import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StoreItem } from '../shared/model/store-item.ts';
import { startFaultServer } from '../testing/fault-servers/fault-server.ts';
import { clientsFor } from '../testing/services/clients-for.ts';
import {
  connectionId,
  signal,
  startDemoServices,
  type DemoServices,
} from '../testing/services/demo-services.ts';
import { createMemory, type Memory } from './create-memory.ts';

let demo: DemoServices;
let memory: Memory['calls'];

beforeAll(async () => {
  demo = await startDemoServices({ ownServer: true });
  memory = createMemory({ clients: demo.clients }).calls;
});
afterAll(() => demo.stop());

interface Change {
  readonly key: string;
  readonly value: string;
  readonly expected?: StoreItem | null;
  readonly namespace?: string[];
}

const put = ({ key, value, expected = null, namespace = ['users', 'ada'] }: Change) =>
  memory['store.put'](
    {
      connectionId,
      namespace,
      key,
      valueText: value,
      ttlMinutes: null,
      expected: expected && { updatedAt: expected.updatedAt },
    },
    signal,
  );
const read = (key: string, namespace = ['users', 'ada']) =>
  memory['store.item']({ connectionId, namespace, key }, signal);
const search = (more: {
  namespace?: string[];
  filterText?: string;
  query?: string;
  limit?: number;
  offset?: number;
}) =>
  memory['store.search'](
    { connectionId, namespace: [], filterText: null, query: null, limit: 100, offset: 0, ...more },
    signal,
  );
const keysOf = async (more: Parameters<typeof search>[0]) =>
  (await search(more)).items.map(({ key }) => key).toSorted();

it('an item is created and read with its numbers as written', async () => {
  const value = '{"id":9007199254740993,"rate":1.0,"note":"a  b"}';
  const saved = await put({ key: 'numbers', value });
  expect(saved).toMatchObject({ namespace: ['users', 'ada'], key: 'numbers' });
  expect(saved.updatedAt).not.toBeNull();
  const { valueText } = await read('numbers');
  expect(JSON.parse(valueText)).toEqual(JSON.parse(value));
});

it('an item that somebody else changed, deleted or created is not overwritten', async () => {
  const first = await put({ key: 'shared', value: '{"by":1}' });
  // Changes of one millisecond have the same time.
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(first.updatedAt ?? ''));
  const second = await put({ key: 'shared', value: '{"by":2}', expected: first });
  await expect(put({ key: 'shared', value: '{"by":3}', expected: first })).rejects.toMatchObject({
    code: 'conflict',
    message: '"shared" was changed since you opened it.',
  });
  await expect(put({ key: 'shared', value: '{}' })).rejects.toMatchObject({
    code: 'conflict',
    message: 'An item with the key "shared" already exists.',
  });
  expect((await read('shared')).valueText).toBe('{"by":2}');
  const items = [{ namespace: ['users', 'ada'], key: 'shared' }];
  expect(await memory['store.delete']({ connectionId, items }, signal)).toEqual([
    { ...items[0], problem: null },
  ]);
  await expect(put({ key: 'shared', value: '{}', expected: second })).rejects.toMatchObject({
    code: 'conflict',
    message: '"shared" was deleted since you opened it.',
  });
  await expect(read('shared')).rejects.toMatchObject({ code: 'not-found' });
});

it.each([
  ['[1]', 'The value must be a JSON object, such as {"key": "value"}.'],
  ['{"a":', 'The value is not valid JSON'],
])('a value that is no object is refused before anything is sent: %s', async (value, message) => {
  await expect(put({ key: 'bad', value })).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining(message) as string,
  });
  await expect(read('bad')).rejects.toMatchObject({ code: 'not-found' });
});

it('a namespace with a dot in a label is refused with a reason', async () => {
  await expect(put({ key: 'a', value: '{}', namespace: ['a.b'] })).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('contains a dot') as string,
  });
});

it('items are listed by namespace, filtered and paged; namespaces are listed and counted', async () => {
  const namespace = ['docs', 'pages'];
  for (const at of [1, 2, 3, 4, 5]) {
    await put({ key: `page-${at}`, value: `{"n":${at},"odd":${at % 2 === 1}}`, namespace });
  }
  await put({ key: 'index', value: '{"odd":true}', namespace: ['docs'] });
  expect(await keysOf({ namespace: ['docs'], filterText: '{"odd":true}' })).toEqual([
    'index',
    'page-1',
    'page-3',
    'page-5',
  ]);
  const first = await search({ namespace, limit: 2 });
  expect(first.nextOffset).toBe(2);
  const last = await search({ namespace, limit: 2, offset: 4 });
  expect(last).toMatchObject({
    nextOffset: null,
    items: [{ namespace, size: expect.any(Number) as number }],
  });

  const { namespaces, isCut } = await memory['store.namespaces']({ connectionId }, signal);
  expect(isCut).toBe(false);
  expect(namespaces).toEqual(expect.arrayContaining([['docs'], namespace]));
  const { counts } = await memory['store.count']({ connectionId }, signal);
  expect(counts).toEqual(
    expect.arrayContaining([
      { namespace: ['docs'], items: 1 },
      { namespace, items: 5 },
    ]),
  );
});

it('an item that a server answers with 404 for is missing, and counts as deleted', async () => {
  const server = await startFaultServer(() => ({ status: 404, json: { detail: 'Item not found' } }));
  try {
    const { calls } = createMemory({ clients: clientsFor(server.url) });
    const ref = { namespace: ['users'], key: 'a' };
    await expect(calls['store.item']({ connectionId, ...ref }, signal)).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(await calls['store.delete']({ connectionId, items: [ref] }, signal)).toEqual([
      { ...ref, problem: null },
    ]);
  } finally {
    await server.stop();
  }
});

it('namespaces and items that are none are left out, and the rest is shown', async () => {
  const long = 'x'.repeat(20_000);
  const item = { namespace: ['a'], key: 'k', value: {} };
  const server = await startFaultServer(({ path }) =>
    path === '/store/namespaces'
      ? { json: { namespaces: [['a'], 5, [long], [null], { a: 1 }] } }
      : {
          json: {
            items: [item, { ...item, namespace: 'a' }, { ...item, key: long }, { ...item, namespace: [7] }],
          },
        },
  );
  try {
    const { calls } = createMemory({ clients: clientsFor(server.url) });
    const [namespaces, page] = await Promise.all([
      calls['store.namespaces']({ connectionId }, signal),
      calls['store.search'](
        { connectionId, namespace: [], filterText: null, query: null, limit: 50, offset: 0 },
        signal,
      ),
    ]);
    expect(namespaces).toEqual({ namespaces: [['a']], isCut: true });
    expect(page.items).toMatchObject([{ namespace: ['a'], key: 'k' }]);
  } finally {
    await server.stop();
  }
});

it('a server without a store is reported as such', async () => {
  const server = await startFaultServer(() => ({ status: 404, json: { detail: 'Not Found' } }));
  try {
    const { calls } = createMemory({ clients: clientsFor(server.url) });
    await expect(calls['store.namespaces']({ connectionId }, signal)).rejects.toMatchObject({
      code: 'unsupported',
      message: 'This server does not offer a store.',
    });
  } finally {
    await server.stop();
  }
});

it('finds items by their words on a server that ignores the text, and says that it searched here', async () => {
  const namespace = ['search'];
  await put({ key: 'tea', value: '{"likes":"Green Tea\\u00e9","at":"home"}', namespace });
  await put({ key: 'coffee', value: '{"likes":"black coffee"}', namespace });
  await put({ key: 'teapot', value: '{"likes":"nothing"}', namespace });
  const page = await search({ namespace, query: 'TEA' });
  expect(page).toMatchObject({ isSearchedHere: true, nextOffset: null });
  expect(page.items.map(({ key }) => key).toSorted()).toEqual(['tea', 'teapot']);
  expect(await keysOf({ namespace, query: 'home teaé' })).toEqual(['tea']);
  expect(await keysOf({ namespace, query: 'coffee home' })).toEqual([]);
  expect(await keysOf({ namespace, query: 'tea', filterText: '{"likes":"nothing"}' })).toEqual(['teapot']);
  expect(await search({ namespace })).toMatchObject({ isSearchedHere: false });
});

it('pages through a search that it makes here', async () => {
  const namespace = ['paged'];
  for (let index = 0; index < 130; index += 1)
    await put({ key: `k${index}`, value: `{"kind":"${index % 10 === 0 ? 'rare' : 'usual'}"}`, namespace });
  const keys: string[] = [];
  const offsets: number[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    offsets.push(offset);
    const page: Awaited<ReturnType<typeof search>> = await search({
      namespace,
      query: 'rare',
      limit: 5,
      offset,
    });
    keys.push(...page.items.map(({ key }) => key));
    offset = page.nextOffset;
  }
  expect(keys.toSorted()).toEqual(Array.from({ length: 13 }, (_, index) => `k${index * 10}`).toSorted());
  expect(offsets.length).toBeGreaterThan(2);
});

it('leaves the search to a server that ranks its items', async () => {
  const item = { namespace: ['a'], key: 'k', value: {}, created_at: null, updated_at: null };
  const server = await startFaultServer(() => ({ json: { items: [{ ...item, score: 0.4 }] } }));
  const { calls } = createMemory({ clients: clientsFor(server.url) });
  const page = { namespace: [], filterText: null, limit: 50, offset: 0 };
  expect(
    await calls['store.search']({ connectionId, ...page, query: 'nowhere in it' }, signal),
  ).toMatchObject({
    items: [{ key: 'k', score: 0.4 }],
    isSearchedHere: false,
  });
  expect(server.requests).toHaveLength(1);
  await server.stop();
});

it('leaves the search to a server that filters by the text without ranking', async () => {
  const item = (key: string) => ({ namespace: ['a'], key, value: {}, created_at: null, updated_at: null });
  const server = await startFaultServer(({ body }) => ({
    json: { items: body.includes('"query":"b"') ? [item('b')] : [item('a'), item('b')] },
  }));
  const { calls } = createMemory({ clients: clientsFor(server.url) });
  const page = { namespace: [], filterText: null, limit: 50, offset: 0 };
  const result = await calls['store.search']({ connectionId, ...page, query: 'b' }, signal);
  expect(result).toMatchObject({ items: [{ key: 'b' }], isSearchedHere: false });
  await server.stop();
});

it('ends a search here on a server whose list never ends', async () => {
  const items = Array.from({ length: 100 }, (_, index) => ({
    namespace: ['a'],
    key: `k${index}`,
    value: {},
  }));
  const server = await startFaultServer(() => ({ json: { items } }));
  const { calls } = createMemory({ clients: clientsFor(server.url) });
  const page = { namespace: [], filterText: null, limit: 99, offset: 0 };
  const result = await calls['store.search']({ connectionId, ...page, query: 'nowhere' }, signal);
  expect(result).toMatchObject({ items: [], nextOffset: 5000, isSearchedHere: true });
  expect(server.requests.length).toBeLessThan(60);
  await server.stop();
});
