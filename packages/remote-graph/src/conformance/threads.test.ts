import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differing } from '../../../../src/testing/real-server/server-differences.ts';
import { testServer } from '../../../../src/testing/real-server/test-server.ts';
import { startRealServer, type RealServer } from '../../../../src/testing/real-server/real-server.ts';
import { GraphClient, rawTextOf, type WireThreadState } from '../index.ts';

/**
 * The public server suite's cases about threads and the store (docs/protocol.md, Conformance suites), against
 * the open-source server.
 */
let server: RealServer;
let client: GraphClient;

beforeAll(async () => {
  server = await startRealServer({ suite: true, ui: true });
  client = new GraphClient({ url: server.url, apiKey: null });
});

afterAll(() => server.stop());

const listOf = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

const missing = { status: 404 };

describe('threads', () => {
  it('create, read, update with merged metadata, delete', async () => {
    const { threads } = client;
    const { thread_id: id } = await threads.create({ metadata: { a: 1 } });
    expect(await threads.get(id)).toMatchObject({ status: 'idle', metadata: { a: 1 } });
    expect(await threads.update(id, { metadata: { b: 2 } })).toMatchObject({ metadata: { a: 1, b: 2 } });
    await threads.update(id, { metadata: { c: 3 }, returnMinimal: true });
    expect((await threads.get(id)).metadata).toEqual({ a: 1, b: 2, c: 3 });
    await threads.delete(id);
    await expect(threads.get(id)).rejects.toMatchObject(missing);
  });

  it('search: newest first, metadata, offset and limit, both orders, ids, all pages, and counts', async () => {
    const { threads } = client;
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const created = await threads.create({ metadata: { set: 'search', n } });
      ids.push(created.thread_id);
      // Threads of one millisecond have no order.
      await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(created.created_at ?? ''));
    }
    const query = { metadata: { set: 'search' } };
    const search = async (more: object): Promise<string[]> =>
      (await threads.search({ ...query, ...more })).map(({ thread_id }) => thread_id);
    expect(await search({})).toEqual(ids.toReversed());
    expect(await search({ offset: 1, limit: 1 })).toEqual(ids.slice(3, 4));
    expect(await search({ metadata: { set: 'search', n: 2 } })).toEqual(ids.slice(2, 3));
    expect(await search({ sortBy: 'thread_id', sortOrder: 'asc' })).toEqual(ids.toSorted());
    expect(await search({ sortBy: 'thread_id', sortOrder: 'desc', limit: 2, offset: 1 })).toEqual(
      ids.toSorted().toReversed().slice(1, 3),
    );
    expect(await search({ ids: ids.slice(0, 1) })).toEqual(ids.slice(0, 1));
    const all = await listOf(threads.searchAll({ ...query, pageSize: 2 }));
    expect(all).toHaveLength(5);
    for (const thread of all) expect(JSON.parse(rawTextOf(thread))).toEqual(thread);
    expect(await threads.count(query)).toBe(5);
    expect(await threads.count({ ...query, status: 'busy' })).toBe(0);
  });

  const reportsStorage = testServer === 'python';
  it.skipIf(!reportsStorage)('storage: bytes by channel', async () => {
    const { threads, runs } = client;
    const { thread_id: id } = await threads.create();
    await runs.wait(id, 'agent', { input: { messages: [{ type: 'human', content: 'hi', id: 'm1' }] } });
    const storage = await threads.storage(id);
    const { total_bytes: total, checkpoints, channel_values: values, pending_writes: writes } = storage;
    expect(checkpoints.bytes + values.bytes + writes.bytes).toBe(total);
    expect(values.by_channel['messages']?.bytes).toBeGreaterThan(0);
  });

  it.skipIf(reportsStorage)('storage: other servers have no such route', async () => {
    const { thread_id: id } = await client.threads.create();
    await expect(client.threads.storage(id)).rejects.toMatchObject(missing);
  });

  it('copy: equal state and history with new ids, independent of the original', async () => {
    const { threads, runs } = client;
    const { thread_id: one } = await threads.create();
    await runs.wait(one, 'agent', { input: { messages: [{ type: 'human', content: 'hi', id: 'm1' }] } });
    const { thread_id: other } = await threads.copy(one);
    const [state, copied] = [await threads.getState(one), await threads.getState(other)];
    const onOther = <T extends WireThreadState>({ metadata, checkpoint, parent_checkpoint, ...rest }: T) => ({
      ...rest,
      metadata: { ...metadata, thread_id: other },
      checkpoint: { ...checkpoint, thread_id: other },
      parent_checkpoint: parent_checkpoint && { ...parent_checkpoint, thread_id: other },
    });
    expect(copied).toEqual(onOther(state));
    const history = await listOf(threads.historyAll(one, { pageSize: 2 }));
    expect(history).toHaveLength(5);
    const copiedHistory = await threads.getHistory(other);
    expect(copiedHistory).toEqual(history.map(onOther));
    for (const each of history) expect(JSON.parse(rawTextOf(each))).toEqual(each);

    await runs.wait(other, 'agent', { input: { messages: [{ type: 'human', content: 'more', id: 'm2' }] } });
    expect(await threads.getHistory(one)).toHaveLength(5);
    expect(await threads.getHistory(other)).toHaveLength(10);
    expect((await threads.getState(one)).values).toEqual(state.values);
    const edited = { type: 'human', content: 'edited', id: 'm1' };
    await threads.updateState(other, { values: { messages: [edited] }, asNode: 'tool' });
    expect((await threads.getState(other)).values).toHaveProperty('messages.0.content', 'edited');
    expect(await threads.getState(one)).toEqual(state);
    await expect(threads.copy('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({ status: 409 });
  });

  it('history: by metadata, and before a state given as id, checkpoint or config', async () => {
    const { threads, runs } = client;
    const { thread_id: id } = await threads.create();
    expect(await threads.getHistory(id)).toEqual([]);
    const input = { messages: [{ type: 'human', content: 'hi' }] };
    await runs.wait(id, 'agent', { input, metadata: { turn: 1 } });
    const once = await threads.getHistory(id);
    expect([once.length, once.at(0)?.next, once.at(-1)?.next]).toEqual([5, [], ['__start__']]);
    await runs.wait(id, 'agent', { input, metadata: { turn: 2 } });
    const all = await threads.getHistory(id, { limit: 100 });
    expect(all).toHaveLength(10);
    const turn = await listOf(threads.historyAll(id, { metadata: { turn: 2 }, pageSize: 1 }));
    expect(turn).toEqual(all.slice(0, 5));
    const [, second] = all;
    const checkpoint = second?.checkpoint ?? {};
    for (const before of [checkpoint.checkpoint_id, checkpoint, { configurable: checkpoint }]) {
      expect(await threads.getHistory(id, { limit: 100, before })).toHaveLength(all.length - 2);
    }
    expect(await listOf(threads.historyAll(id, { limit: 3, pageSize: 2 }))).toEqual(all.slice(0, 3));
  });

  it('supersteps: recreate a history on a new thread', async () => {
    const { threads, runs } = client;
    const input = { text: 'x' };
    const { thread_id: ran } = await threads.create();
    await runs.wait(ran, 'command', { input });
    const { thread_id: threadId } = await threads.create({
      graphId: 'command',
      supersteps: [
        { updates: [{ values: input, asNode: '__input__' }] },
        { updates: [{ values: input, asNode: '__start__' }] },
        { updates: [{ command: { update: { log: 'first' }, goto: 'second' }, asNode: 'first' }] },
        { updates: [{ values: { log: 'second with x' }, asNode: 'second' }] },
      ],
    });
    const stored = async (id: string): Promise<unknown> =>
      (await threads.getHistory(id)).map(({ values, next }) => ({ values, next }));
    expect(await stored(threadId)).toEqual(await stored(ran));
  });

  it('rule 14: a thread with an active run is deleted without breaking a worker', async () => {
    const { threads, runs } = client;
    const deleteWhileRunning = async (): Promise<void> => {
      const { thread_id: id } = await threads.create();
      const run = runs.stream(id, 'delay', { input: { delay: 60_000 }, streamMode: 'values' });
      for await (const frame of run) if (frame.event === 'values') break;
      await threads.delete(id);
      await expect(threads.get(id)).rejects.toMatchObject(missing);
    };
    await Promise.all(Array.from({ length: 10 }, deleteWhileRunning));
    // The server has ten workers: if each deletion broke one, none would be left.
    expect(await runs.wait(null, 'command', { input: { text: 'still here' } })).toMatchObject({
      text: 'still here',
    });
  });
});

describe('the store', () => {
  it('put, get, search, list, delete; null afterwards; the time of the update grows', async () => {
    const { store } = client;
    await store.putItem(['a', 'b'], 'k1', { v: 1 });
    const first = await store.getItem(['a', 'b'], 'k1');
    expect(first).toMatchObject({ namespace: ['a', 'b'], key: 'k1', value: { v: 1 } });
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(first?.updated_at ?? ''));
    await store.putItem(['a', 'b'], 'k1', { v: 2 });
    const second = await store.getItem(['a', 'b'], 'k1');
    expect(Date.parse(second?.updated_at ?? '')).toBeGreaterThan(Date.parse(first?.updated_at ?? ''));
    expect(second?.created_at === first?.created_at).toBe(differing('updateKeepsCreation'));
    for (const key of ['k2', 'k3', 'k4']) await store.putItem(['a', 'c'], key, { v: key });
    const { items } = await store.searchItems(['a', 'c'], { filter: { v: 'k3' } });
    expect(items.map(({ key }) => key)).toEqual(['k3']);
    const all = await listOf(store.searchAll(['a'], { pageSize: 2 }));
    expect(all.map(({ key }) => key).toSorted()).toEqual(['k1', 'k2', 'k3', 'k4']);
    for (const item of all) expect(JSON.parse(rawTextOf(item))).toEqual(item);
    expect((await store.listNamespaces({ prefix: ['a'] })).namespaces).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ]);
    expect(await listOf(store.namespacesAll({ prefix: ['a'], pageSize: 1 }))).toHaveLength(2);
    await store.deleteItem(['a', 'b'], 'k1');
    expect(await store.getItem(['a', 'b'], 'k1')).toBeNull();
    expect(() => store.putItem(['a.b'], 'k', {})).toThrow('contains a dot');
    expect(() => store.putItem([], 'k', {})).toThrow('at least one label');
  });

  it('from the configuration to the store and back', async () => {
    const config = { configurable: { user: 'mira', note: 'tea' } };
    expect(await client.runs.wait(null, 'store', { input: {}, config })).toEqual({ kept: { text: 'tea' } });
    expect((await client.store.getItem(['users', 'mira'], 'note'))?.value).toEqual({ text: 'tea' });
  });
});
