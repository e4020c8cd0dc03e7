import { expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { defaultThreadListing, type ThreadListFilter } from '../../shared/model/thread-listing.ts';
import { listThreads } from './list-threads.ts';
import { createThreadListCaches } from './thread-list-caches.ts';

const { signal } = new AbortController();

/** A server that ignores every filter: 250 threads, of which each tenth is interrupted and has the tag `t`. */
function clientOfHeedlessServer(): GraphClient {
  const threads = Array.from({ length: 250 }, (_, index) => ({
    thread_id: `t${index}`,
    status: index % 10 === 9 ? 'interrupted' : 'idle',
    metadata: {
      graph_id: index < 125 ? 'a' : 'b',
      ...(index % 10 === 9 ? { tag: 't', tags: ['a', 'b'], n: 1 } : {}),
    },
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  }));
  return new GraphClient({
    url: 'http://127.0.0.1:1',
    fetch: async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input));
      if (pathname !== '/threads/search') return Response.json({ version: '1.0.0', flags: {}, values: {} });
      const { limit, offset } = JSON.parse(String(init?.body)) as { limit: number; offset: number };
      return Response.json(threads.slice(offset, offset + limit));
    },
  });
}

async function list(
  filter: Partial<ThreadListFilter>,
  offset = 0,
): Promise<readonly [string[], number | null]> {
  const client = clientOfHeedlessServer();
  const listing = { ...defaultThreadListing, filter: { ...defaultThreadListing.filter, ...filter } };
  const page = await listThreads(client, createThreadListCaches(), { listing, limit: 50, offset }, signal);
  return [page.threads.map(({ threadId }) => threadId), page.nextOffset];
}

it('applies a filter that the server ignores', async () => {
  const interrupted = ['t9', 't19', 't29', 't39', 't49'];
  expect(await list({ status: 'interrupted' })).toEqual([interrupted, 50]);
  expect(await list({ metadataText: '{"tag":"t"}' })).toEqual([interrupted, 50]);
  expect((await list({ metadataText: '{"tag":"t","graph_id":"b"}', graphId: 'a' }))[0]).toEqual(interrupted);
});

it('reads on past pages on which nothing fits', async () => {
  const [threads, nextOffset] = await list({ graphId: 'b' });
  expect([threads.length, threads[0], nextOffset]).toEqual([25, 't125', 150]);
  expect(await list({ graphId: 'c' })).toEqual([[], null]);
});

it('applies a filter by values itself where the server fails for it, and says so', async () => {
  const threads = Array.from({ length: 3 }, (_, index) => ({
    thread_id: `t${index}`,
    status: 'idle',
    metadata: {},
    values: index === 0 ? null : { topic: `topic ${index}` },
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  }));
  const sent: boolean[] = [];
  const client = new GraphClient({
    url: 'http://127.0.0.1:1',
    fetch: async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input));
      if (pathname !== '/threads/search') return Response.json({ version: '0.16.7', flags: {} });
      const query = JSON.parse(String(init?.body)) as { values?: object; offset: number; limit: number };
      sent.push(query.values !== undefined);
      if (query.values) return new Response('Internal Server Error', { status: 500 });
      return Response.json(threads.slice(query.offset, query.offset + query.limit));
    },
  });
  const listByValues = (valuesText: string | null) => {
    const listing = { ...defaultThreadListing, filter: { ...defaultThreadListing.filter, valuesText } };
    return listThreads(client, createThreadListCaches(), { listing, limit: 50, offset: 0 }, signal);
  };
  for (let round = 0; round < 2; round += 1)
    expect(await listByValues('{"topic":"topic 2"}')).toMatchObject({
      threads: [{ threadId: 't2' }],
      nextOffset: null,
      isFilteredHere: true,
    });
  expect(sent).toEqual([true, false, false]);
  expect(await listByValues(null)).toMatchObject({ isFilteredHere: false });
});

it.each([
  ['{"tags":["a"]}', '{"tags":["a","b"]}'],
  ['{"tags":[{"name":"a"}]}', '{"tags":["x",{"name":"a","kind":1}]}'],
  ['{"tags":["b","a","a"]}', '{"tags":["a","b"]}'],
  ['{"n":1}', '{"n":1.0}'],
  ['{"n":1e3}', '{"n":1000}'],
])('leaves to the server what it takes for %s', async (metadataText, metadata) => {
  const text = `[{"thread_id":"t1","status":"idle","metadata":${metadata}}]`;
  const client = new GraphClient({
    url: 'http://127.0.0.1:1',
    fetch: async (input) =>
      String(input).endsWith('/threads/search')
        ? new Response(text, { headers: { 'content-type': 'application/json' } })
        : Response.json({ version: '1.0.0', flags: {}, values: {} }),
  });
  const listing = { ...defaultThreadListing, filter: { ...defaultThreadListing.filter, metadataText } };
  const page = await listThreads(client, createThreadListCaches(), { listing, limit: 50, offset: 0 }, signal);
  expect(page.threads.map(({ threadId }) => threadId)).toEqual(['t1']);
});

it.each(['{"tags":["c"]}', '{"tags":["a","c"]}', '{"tags":"a"}', '{"n":2}', '{"tags":[["a"]]}'])(
  'finds no thread for %s, which no server takes for it',
  async (metadataText) => {
    expect(await list({ metadataText, status: 'interrupted' })).toEqual([[], null]);
  },
);
