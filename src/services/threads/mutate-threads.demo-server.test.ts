import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  defaultThreadListing,
  type ThreadListFilter,
  type ThreadListing,
} from '../../shared/model/thread-listing.ts';
import {
  connectionId,
  signal,
  startDemoServices,
  type DemoServices,
} from '../../testing/services/demo-services.ts';

let demo: DemoServices;
beforeAll(async () => {
  demo = await startDemoServices({ ownServer: true });
});
afterAll(() => demo.stop());

const make = (more: { name?: string; threadId?: string; metadataText?: string; graphId?: string } = {}) =>
  demo.threads['threads.create']({ connectionId, graphId: 'writer', name: null, ...more }, signal);
const list = (listing: Partial<ThreadListing> = {}, page: { limit?: number; offset?: number } = {}) =>
  demo.threads['threads.list'](
    { connectionId, listing: { ...defaultThreadListing, ...listing }, limit: 100, offset: 0, ...page },
    signal,
  );
const filtered = async (filter: Partial<ThreadListFilter>) => {
  const { threads: matches } = await list({ filter: { ...defaultThreadListing.filter, ...filter } });
  return matches.map(({ threadId }) => threadId);
};

describe('threads of the demo server', () => {
  it('are created with a given id, name and metadata; an existing id is rejected', async () => {
    const threadId = randomUUID();
    const thread = await make({ threadId, name: 'Mine', metadataText: '{"tags": ["a", "b"], "id": 7}' });
    expect(thread).toMatchObject({ threadId, name: 'Mine', tags: ['a', 'b'], graphId: 'writer' });
    await expect(make({ threadId })).rejects.toMatchObject({ code: 'conflict' });
  });

  it.each([
    ['[1]', 'The metadata must be a JSON object, such as {"key": "value"}.'],
    ['{"a":', 'The metadata is not valid JSON'],
  ])('are not created with metadata that is not an object: %s', async (metadataText, message) => {
    const { length } = (await list()).threads;
    await expect(make({ metadataText })).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining(message),
    });
    expect((await list()).threads).toHaveLength(length);
  });

  it('are renamed and tagged, and keep their other metadata', async () => {
    const { threadId } = await make({ metadataText: '{"kept": 1}' });
    const change = { connectionId, threadId, metadataText: '{"name": "Renamed", "tags": ["x"]}' };
    expect(await demo.threads['threads.update'](change, signal)).toMatchObject({
      name: 'Renamed',
      tags: ['x'],
    });
    expect((await demo.client.threads.get(threadId)).metadata).toMatchObject({ kept: 1, graph_id: 'writer' });
  });

  it('are not renamed over a name that another client gave meanwhile', async () => {
    const { threadId } = await make({ metadataText: '{"name": "First", "tags": ["a"]}' });
    const save = (metadataText: string, expected: { name?: string | null; tags?: string[] }) =>
      demo.threads['threads.update']({ connectionId, threadId, metadataText, expected }, signal);
    await save('{"name": "Second"}', { name: 'First' });
    await expect(save('{"name": "Mine"}', { name: 'First' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Another client has changed the name of this thread.',
    });
    expect((await demo.client.threads.get(threadId)).metadata).toMatchObject({ name: 'Second' });
    // What the user left alone may be another's.
    expect(await save('{"tags": ["b"]}', { tags: ['a'] })).toMatchObject({ name: 'Second', tags: ['b'] });
    await expect(save('{"tags": []}', { tags: ['a'] })).rejects.toMatchObject({ code: 'conflict' });
    // A name that came from its messages was given by nobody.
    const { threadId: unnamed } = await make();
    const change = { connectionId, threadId: unnamed, metadataText: '{"name": "Given"}' };
    const named = await demo.threads['threads.update']({ ...change, expected: { name: 'Hello' } }, signal);
    expect(named.name).toBe('Given');
  });

  it('are filtered by graph, metadata, values and status', async () => {
    const mark = randomUUID();
    const marked = (await make({ metadataText: JSON.stringify({ mark }) })).threadId;
    const other = (await make({ graphId: 'support', metadataText: JSON.stringify({ mark }) })).threadId;
    await demo.client.threads.updateState(marked, { values: { topic: mark }, asNode: '__start__' });
    expect(new Set(await filtered({ metadataText: JSON.stringify({ mark }) }))).toEqual(
      new Set([marked, other]),
    );
    expect(await filtered({ metadataText: JSON.stringify({ mark }), graphId: 'support' })).toEqual([other]);
    // The server also returns threads without values; they are filtered out.
    expect(await filtered({ valuesText: JSON.stringify({ topic: mark }) })).toEqual([marked]);
    expect(await filtered({ metadataText: JSON.stringify({ mark }), status: 'busy' })).toEqual([]);
  });

  it('are listed in pages and in the requested order', async () => {
    const mark = { metadataText: JSON.stringify({ page: randomUUID() }) };
    const threadIds: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { threadId, createdAt } = await make(mark);
      threadIds.push(threadId);
      // Threads of one millisecond have no order.
      await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(createdAt ?? ''));
    }
    const listing = {
      filter: { ...defaultThreadListing.filter, ...mark },
      sortBy: 'created_at',
      sortOrder: 'asc',
    } as const;
    const first = await list(listing, { limit: 3 });
    expect(first.nextOffset).toBe(3);
    const second = await list(listing, { limit: 3, offset: 3 });
    expect(second.nextOffset).toBeNull();
    expect([...first.threads, ...second.threads].map(({ threadId }) => threadId)).toEqual(threadIds);
  });

  it('are named after their first human message, which is read once', async () => {
    const { threadId } = await make({ graphId: 'support' });
    const messages = [{ type: 'human', content: 'Where is my order?' }];
    await demo.client.threads.updateState(threadId, { values: { messages }, asNode: '__start__' });
    const listed = async () => (await list()).threads.find((thread) => thread.threadId === threadId);
    expect(await listed()).toMatchObject({ name: 'Where is my order?' });
    expect(await listed()).toMatchObject({ name: 'Where is my order?' });
  });

  it('are copied', async () => {
    const { threadId } = await make();
    await demo.client.threads.updateState(threadId, { values: { topic: 'copied' }, asNode: '__start__' });
    const { thread: copy } = await demo.threads['threads.copy']({ connectionId, threadId }, signal);
    expect(copy.threadId).not.toBe(threadId);
    expect((await demo.client.threads.getState(copy.threadId)).values).toMatchObject({ topic: 'copied' });
  });

  it('are deleted one by one, with a result for each; repeating is safe', async () => {
    const gone = (await make()).threadId;
    const there = (await make()).threadId;
    await demo.client.threads.delete(gone);
    const threadIds = [gone, there, 'no-uuid'];
    const outcomes = await demo.threads['threads.delete']({ connectionId, threadIds }, signal);
    expect(outcomes).toMatchObject([
      { threadId: gone, problem: null },
      { threadId: there, problem: null },
      { threadId: 'no-uuid', problem: { message: expect.stringMatching(/./) } },
    ]);
    expect(await demo.threads['threads.delete']({ connectionId, threadIds: [there] }, signal)).toEqual([
      { threadId: there, problem: null },
    ]);
  });

  it('can not be pruned on this server, which is reported', async () => {
    const { threadId } = await make();
    await expect(
      demo.threads['threads.prune']({ connectionId, threadIds: [threadId] }, signal),
    ).rejects.toMatchObject({
      code: 'unsupported',
    });
  });
});
