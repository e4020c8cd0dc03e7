import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import type { RunIndexFilter } from '../../shared/model/run-index.ts';
import { defaultThreadListing } from '../../shared/model/thread-listing.ts';
import { listedThreadStatus, recordedRunStatus, statusLabels } from '../../shared/status-labels.ts';
import { aHealth } from '../../testing/builders.ts';
import { demoConnection } from '../../testing/renderer/stub-handlers.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { createInbox } from '../create-inbox.ts';
import { createRunIndexes, type RunIndexes } from '../runs/create-run-indexes.ts';
import { createThreads } from './create-threads.ts';
import { createThreadListCaches } from './thread-list-caches.ts';
import { startRealServer, type RealServer } from '../../testing/real-server/real-server.ts';
import { slowness } from '../../testing/slowness.ts';
import { readThreadRecord } from './record/read-thread-record.ts';

const { signal } = new AbortController();
const soon = { timeout: 10_000 * slowness(), interval: 100 };

const connectionId = demoConnection.id;

let server: RealServer;
let client: GraphClient;
let calls: ReturnType<typeof createThreads>['calls'];
let indexes: RunIndexes;
const watching = new AbortController();
let inbox: ReturnType<typeof createInbox>;
beforeAll(async () => {
  server = await startRealServer({ record: true });
  client = new GraphClient({ url: server.url, apiKey: null });
  const clients = clientsFor(server.url);
  const caches = createThreadListCaches();
  ({ calls } = createThreads({ clients, caches }));
  indexes = createRunIndexes({
    clients,
    caches,
    times: { betweenReadingsMs: 300, settleMs: 50, betweenSnapshotsMs: 10 },
  });
  void (async () => {
    for await (const _ of indexes.streams['runIndex.watch']({ connectionId }, watching.signal));
  })();
  const health = [aHealth({ connectionId, state: 'connected' })];
  inbox = createInbox({
    clients,
    caches,
    connections: async function* () {
      yield { connections: [demoConnection], health };
    },
  });
});
afterAll(async () => {
  inbox.stop();
  watching.abort();
  indexes.stop();
  await server.stop();
});

async function startThread(metadata: object = {}) {
  const { thread_id: threadId } = await client.threads.create({ metadata: { ...metadata } });
  const settled = () =>
    vi.waitFor(async () => expect((await client.threads.get(threadId)).status).not.toBe('busy'), soon);
  return {
    threadId,
    async run(graph: string, options: Parameters<GraphClient['runs']['wait']>[2]): Promise<void> {
      await client.runs.wait(threadId, graph, options);
      await settled();
    },
    /** Starts the slow graph, and cancels its run when it works. */
    async cancelRun(): Promise<void> {
      const { run_id: runId } = await client.runs.create(threadId, 'slow', { input: { waitMs: 60_000 } });
      await vi.waitFor(
        async () => expect((await client.runs.get(threadId, runId)).status).toBe('running'),
        soon,
      );
      await vi.waitFor(async () => expect(await client.threads.getHistory(threadId)).not.toEqual([]), soon);
      await client.runs.cancel(threadId, runId, { wait: true });
      await settled();
    },
  };
}

const listed = async (threadId: string) => {
  const page = await calls['threads.list'](
    { connectionId, listing: defaultThreadListing, limit: 100, offset: 0 },
    signal,
  );
  const thread = page.threads.find((one) => one.threadId === threadId);
  if (thread === undefined) throw new Error('The list does not have the thread.');
  return thread;
};
const inboxThreads = async () => {
  const controller = new AbortController();
  for await (const { servers } of inbox.streams['inbox.watch']({}, controller.signal)) {
    const [entry] = servers;
    if (entry?.state !== 'read') continue;
    controller.abort();
    return entry.threads;
  }
  return [];
};
/** The word of the top bar for a thread whose newest run says how it stands. */
const recordedWord = async (threadId: string): Promise<string> => {
  const newest = (await readThreadRecord(client, threadId, signal)).runs.at(-1);
  return newest === undefined ? 'idle' : statusLabels[recordedRunStatus(newest)];
};

describe('the lists of threads', () => {
  it('say of a thread that its server calls interrupted what its record says', async () => {
    const asks = await startThread();
    await asks.run('writer', { input: {} });
    const paused = await startThread();
    await paused.run('writer', { input: {}, interruptBefore: ['write'] });
    const stepped = await startThread();
    await stepped.run('slow', { input: { waitMs: 0 }, interruptAfter: '*' });
    const cancelled = await startThread();
    await cancelled.cancelRun();
    const finished = await startThread();
    await finished.run('slow', { input: { waitMs: 0 } });

    const all = { asks, paused, stepped, cancelled, finished };
    const words: Record<string, string> = {};
    await vi.waitFor(async () => {
      for (const [name, { threadId }] of Object.entries(all))
        words[name] = statusLabels[listedThreadStatus(await listed(threadId))];
      expect(Object.values(words)).not.toContain(statusLabels.waiting);
    }, soon);
    expect(await recordedWord(asks.threadId)).toBe('interrupted');
    expect(words['asks']).toBe('interrupted');
    expect(await recordedWord(paused.threadId)).toBe('paused');
    expect(words['paused']).toBe('paused');
    expect(await recordedWord(stepped.threadId)).toBe('finished');
    expect(words['stepped']).toBe('idle');
    expect(await recordedWord(cancelled.threadId)).toBe('cancelled');
    // A server that calls such a thread idle says no more of it than that no run is active.
    const { status } = await client.threads.get(cancelled.threadId);
    expect(words['cancelled']).toBe(status === 'idle' ? 'idle' : 'cancelled');
    expect(words['finished']).toBe('idle');

    const waiting = (await inboxThreads()).map(({ threadId }) => threadId);
    expect(new Set(waiting)).toEqual(new Set([asks.threadId, paused.threadId]));
  });

  it('say after an edit of this studio that no question waits any more', async () => {
    const thread = await startThread();
    await thread.run('writer', { input: {} });
    const word = async () => statusLabels[listedThreadStatus(await listed(thread.threadId))];
    await vi.waitFor(async () => expect(await word()).toBe('interrupted'), soon);
    const head = (await client.threads.getState(thread.threadId)).checkpoint?.checkpoint_id ?? null;
    await calls['threads.updateState'](
      {
        connectionId,
        threadId: thread.threadId,
        checkpointId: null,
        asNode: 'ask',
        changes: [{ key: 'log', valueText: '"by hand"' }],
        expectedHeadId: head,
      },
      signal,
    );
    expect((await client.threads.get(thread.threadId)).status).toBe('interrupted');
    expect((await client.threads.getState(thread.threadId)).next).toEqual(['publish']);
    await vi.waitFor(async () => expect(await word()).toBe('paused'), soon);
  });

  it('name a thread alike, also after a run that changes the values of its name', async () => {
    const thread = await startThread();
    await thread.run('offer', { input: { topic: 'A rug from Persia' } });
    expect((await listed(thread.threadId)).name).toBe('A rug from Persia');
    await thread.run('offer', { input: { topic: 'A chair from Vienna' } });
    const record = await client.threads.get(thread.threadId);
    expect(record.values).toMatchObject({ topic: 'A chair from Vienna' });
    expect(record.status).toBe('interrupted');

    const filter: RunIndexFilter = {
      text: thread.threadId,
      statuses: ['interrupted'],
      graphIds: [],
      sources: [],
      maxAge: null,
      sortBy: 'createdAt',
      descending: true,
    };
    const runs = await vi.waitFor(async () => {
      const list = await indexes.calls['runIndex.list'](
        { connectionId, filter, offset: 0, limit: 10 },
        signal,
      );
      expect(list.runs[0]?.threadName).not.toBeNull();
      expect(list.total).toBeGreaterThan(0);
      return list.runs;
    }, soon);
    const search = await calls['threads.search'](
      { connectionId, text: thread.threadId, filter: defaultThreadListing.filter },
      signal,
    );
    const names = {
      list: (await listed(thread.threadId)).name,
      topBar: (await calls['threads.get']({ connectionId, threadId: thread.threadId }, signal)).name,
      search: search.threads.map(({ name }) => name).join(),
      runs: runs[0]?.threadName,
      inbox: (await inboxThreads()).find(({ threadId }) => threadId === thread.threadId)?.name,
    };
    const name = 'A rug from Persia';
    expect(names).toEqual({ list: name, topBar: name, search: name, runs: name, inbox: name });
  });
});
