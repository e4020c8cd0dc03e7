import { afterEach, describe, expect, it } from 'vitest';
import type { RunIndexFilter, RunIndexState } from '../../shared/model/run-index.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { createThreadListCaches } from '../threads/thread-list-caches.ts';
import { createRunIndexes } from './create-run-indexes.ts';

const connectionId = 'made-up';
const watching: AbortController[] = [];
afterEach(() => {
  for (const controller of watching.splice(0)) controller.abort();
});

const filter: RunIndexFilter = {
  text: '',
  statuses: [],
  graphIds: [],
  sources: [],
  maxAge: null,
  sortBy: 'createdAt',
  descending: true,
};

function threadOf(index: number) {
  const time = new Date(2e12 - index * 1000).toISOString();
  const metadata = { graph_id: 'writer' };
  return {
    thread_id: `thread-${String(index)}`,
    status: 'idle',
    metadata,
    created_at: time,
    updated_at: time,
    interrupts: {},
    values: {},
  };
}

/** A server with threads of one run each, in the order in which it lists them, and the index of its runs. */
function startIndex(count: number) {
  const server = {
    threads: Array.from({ length: count }, (_, index) => threadOf(index)),
    /** The status with which it refuses to list the runs of a thread. */
    refusal: (_threadId: string): number | null => null,
    listings: 0,
    runRequests: 0,
  };
  const search = (body: Record<string, unknown>) => {
    if (body['status'] === 'busy') return [];
    const { ids } = body;
    if (Array.isArray(ids)) return server.threads.filter((thread) => ids.includes(thread.thread_id));
    server.listings += 1;
    const offset = Number(body['offset']);
    return server.threads.slice(offset, offset + Number(body['limit']));
  };
  const runs = (threadId: string) => {
    server.runRequests += 1;
    const status = server.refusal(threadId);
    if (status !== null) return Response.json({ detail: 'No' }, { status });
    const createdAt = '2026-01-01T00:00:00Z';
    const run = { run_id: `run-of-${threadId}`, thread_id: threadId, assistant_id: 'a', status: 'success' };
    return Response.json([{ ...run, created_at: createdAt, updated_at: createdAt, metadata: {} }]);
  };
  const clients = clientsFor('http://server.invalid', {
    retries: 0,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      if (pathname.endsWith('/threads/search'))
        return Response.json(search(recordOrEmpty(await request.json())));
      const threadId = /\/threads\/([^/]+)\/runs$/.exec(pathname)?.[1];
      return threadId === undefined ? Response.json({ detail: 'No' }, { status: 404 }) : runs(threadId);
    },
  });
  const indexes = createRunIndexes({
    clients,
    caches: createThreadListCaches(),
    times: { betweenReadingsMs: 20, settleMs: 5, betweenSnapshotsMs: 1 },
  });
  const controller = new AbortController();
  const { signal } = controller;
  watching.push(controller);
  let state: RunIndexState | null = null;
  void (async () => {
    for await (const next of indexes.streams['runIndex.watch']({ connectionId }, signal)) state = next;
  })();
  return {
    server,
    state: () => state,
    readAll: () => indexes.calls['runIndex.readAll']({ connectionId }, signal),
    threadsFound: async (text: string) => {
      const query = { connectionId, filter: { ...filter, text }, offset: 0, limit: 1000 };
      const { runs: found } = await indexes.calls['runIndex.list'](query, signal);
      return found.map(({ threadId }) => threadId);
    },
    runsListed: async () =>
      (await indexes.calls['runIndex.list']({ connectionId, filter, offset: 0, limit: 1000 }, signal)).total,
    /** Waits until the server was read once more, from the beginning. */
    readAgain: async () => {
      const { listings } = server;
      await expect.poll(() => server.listings).toBeGreaterThan(listings + 1);
    },
  };
}

describe('the threads of a server', () => {
  it('are all read, also by two windows at once during the first reading', async () => {
    const { readAll, state } = startIndex(350);
    await expect.poll(() => state()?.threads ?? 0).toBeGreaterThan(0);
    await Promise.all([readAll(), readAll()]);
    await expect.poll(state).toMatchObject({ threads: 350, hasMore: false, isReadingAll: false });
  });

  it('are all read although newer ones were deleted meanwhile', async () => {
    const { server, readAll, readAgain, state } = startIndex(450);
    await expect.poll(() => state()?.readAt ?? null).not.toBeNull();
    server.threads = server.threads.slice(150);
    await readAgain();
    await readAll();
    await expect.poll(state).toMatchObject({ threads: 300, hasMore: false });
  });

  it('stay known on a server that lists them in another order', async () => {
    const shuffled = Array.from({ length: 180 }, (_, index) => threadOf((index * 7) % 180));
    const { server, state, readAgain } = startIndex(0);
    server.threads = shuffled;
    await expect.poll(state).toMatchObject({ threads: 180, hasMore: false });
    const requests = server.runRequests;
    for (let reading = 0; reading < 3; reading += 1) await readAgain();
    expect(state()?.threads).toBe(180);
    expect(server.runRequests).toBe(requests);
  });

  it('are forgotten once they were deleted from the newest', async () => {
    const { server, state } = startIndex(150);
    await expect.poll(state).toMatchObject({ threads: 150, hasMore: false });
    server.threads.splice(10, 20);
    await expect.poll(() => state()?.threads).toBe(130);
  });

  it('are read beyond the first page, too, if more came than there were', async () => {
    const { server, state } = startIndex(5);
    await expect.poll(state).toMatchObject({ threads: 5, hasMore: false });
    server.threads = [...Array.from({ length: 150 }, (_, index) => threadOf(index - 150)), ...server.threads];
    await expect.poll(() => state()?.threads).toBe(155);
  });
});

describe('a search for what threads contain', () => {
  it('finds what was said in them, and no ids or versions', async () => {
    const { server, readAll, threadsFound } = startIndex(2);
    const message = { type: 'ai', content: 'Table 13 is free', id: 'run--1' };
    const other = { type: 'ai', content: 'Hello', id: 'run--13', response_metadata: { version: '0.3.13' } };
    server.threads = [message, other].map((one, index) => ({
      ...threadOf(index),
      values: { messages: [one] },
    }));
    await readAll();
    await expect.poll(() => threadsFound('13')).toEqual(['thread-0']);
  });

  it('says how many threads have more text than is searched', async () => {
    const { server, readAll, state } = startIndex(3);
    server.threads = [{ text: 'word '.repeat(10_000) }, { text: 'word' }, {}].map((values, index) => ({
      ...threadOf(index),
      values,
    }));
    await readAll();
    await expect.poll(state).toMatchObject({ threads: 3, searchable: 3, searchableInPart: 1 });
  });
});

describe('runs that a server does not list', () => {
  const isTenth = (threadId: string): boolean => threadId.endsWith('0');

  it.each([401, 403, 429, 500])('are read later when it answered %i', async (status) => {
    const { server, state, runsListed } = startIndex(150);
    server.refusal = (threadId) => (isTenth(threadId) ? status : null);
    await expect.poll(() => state()?.problem ?? null).not.toBeNull();
    server.refusal = () => null;
    await expect.poll(runsListed).toBe(150);
    await expect.poll(state).toMatchObject({ threads: 150, problem: null });
  });

  it('stay known when a thread that changed can’t be read', async () => {
    const { server, state, runsListed } = startIndex(20);
    await expect.poll(runsListed).toBe(20);
    server.refusal = () => 429;
    server.threads = server.threads.map((thread) => ({ ...thread, status: 'error' }));
    await expect.poll(() => state()?.problem ?? null).not.toBeNull();
    expect(await runsListed()).toBe(20);
    server.refusal = () => null;
    await expect.poll(() => state()?.problem).toBeNull();
    expect(await runsListed()).toBe(20);
  });

  it('are asked for a few at a time while it refuses all', async () => {
    const { server, readAgain } = startIndex(0);
    server.refusal = () => 429;
    server.threads = Array.from({ length: 100 }, (_, index) => threadOf(index));
    await expect.poll(() => server.runRequests).toBeGreaterThan(0);
    const { runRequests, listings } = server;
    for (let reading = 0; reading < 5; reading += 1) await readAgain();
    expect(server.runRequests - runRequests).toBeLessThan(12 * (server.listings - listings));
  });

  it('are forgotten when their thread was deleted', async () => {
    const { server, state } = startIndex(20);
    server.refusal = (threadId) => (isTenth(threadId) ? 403 : null);
    await expect.poll(() => state()?.problem ?? null).not.toBeNull();
    server.refusal = (threadId) => (isTenth(threadId) ? 404 : null);
    server.threads = server.threads.filter((thread) => !isTenth(thread.thread_id));
    await expect.poll(state).toMatchObject({ threads: 18, problem: null });
  });
});
