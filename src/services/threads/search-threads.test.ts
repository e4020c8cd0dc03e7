import { expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { defaultThreadListing } from '../../shared/model/thread-listing.ts';
import { searchThreads } from './search-threads.ts';
import { createThreadListCaches } from './thread-list-caches.ts';

const threadOf = (index: number) => ({
  thread_id: `t${index}`,
  status: 'idle',
  metadata: { graph_id: 'writer', name: 'Release notes' },
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
});

it('a search counts and lists a thread once that moves to the next page meanwhile', async () => {
  let threads = Array.from({ length: 1500 }, (_, index) => threadOf(index));
  let added = 0;
  const client = new GraphClient({
    url: 'http://127.0.0.1:1',
    fetch: async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input));
      if (pathname !== '/threads/search') return Response.json({ version: '1.0.0', flags: {} });
      const { limit, offset } = JSON.parse(String(init?.body)) as { limit: number; offset: number };
      const page = threads.slice(offset, offset + limit);
      // New threads come first, so that the last of this page begin the next one.
      threads = [threadOf(-1), threadOf(-2), ...threads];
      added += 2;
      return Response.json(page);
    },
  });
  const query = { text: 'release', filter: defaultThreadListing.filter };
  const found = await searchThreads(client, createThreadListCaches(), query, new AbortController().signal);
  expect(added).toBe(4);
  expect(found).toMatchObject({ found: 1500, searched: 1500, isComplete: true, unnamed: 0 });
  expect(new Set(found.threads.map(({ threadId }) => threadId)).size).toBe(found.threads.length);
});
