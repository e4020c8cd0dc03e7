import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionsSnapshot } from '../shared/model/connection.ts';
import type { InboxSnapshot } from '../shared/model/inbox.ts';
import { AppError } from '../shared/app-error.ts';
import { aHealth } from '../testing/builders.ts';
import { demoConnection } from '../testing/renderer/stub-handlers.ts';
import { slowness } from '../testing/slowness.ts';
import { clientsFor } from '../testing/services/clients-for.ts';
import { createSnapshotPublisher } from './common/snapshot-publisher.ts';
import { createInbox, type Inbox } from './create-inbox.ts';
import { maxInboxThreads } from './interrupted-threads.ts';

/** A server whose list of waiting threads a test sets. */
let http: Server;
let waiting: object[];
let searches: Record<string, unknown>[];
let failing: boolean;
/** Answers to GET, by path. */
let records: Record<string, object>;
/** Whether other GETs fail, where a thread may or may not be. */
let isBroken: boolean;
beforeEach(async () => {
  waiting = [];
  searches = [];
  failing = false;
  records = {};
  isBroken = false;
  http = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const record = request.method === 'GET' ? records[request.url ?? ''] : undefined;
      if (record)
        return void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(record));
      if (request.method === 'GET') return void response.writeHead(isBroken ? 500 : 404).end('{}');
      searches.push(JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>);
      response.writeHead(failing ? 403 : 200, { 'content-type': 'application/json' });
      response.end(failing ? '{"detail":"Not for you"}' : JSON.stringify(page(waiting, searches.at(-1))));
    });
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
});
afterEach(() => new Promise((done) => http.close(done)));

/** Pages by `offset` and `limit`, as servers do. */
function page(list: readonly object[], { limit, offset }: Record<string, unknown> = {}): readonly object[] {
  return list.slice(Number(offset), Number(offset) + Number(limit));
}

const asking = { task: [{ id: 'i', value: 'Publish?' }] };

const thread = (
  id: string,
  updatedAt: string,
  status = 'interrupted',
  interrupts: object = asking,
): object => ({
  thread_id: id,
  status,
  interrupts,
  updated_at: updatedAt,
  metadata: { graph_id: 'writer', name: `Thread ${id}` },
});

let leave: AbortController;
let inbox: Inbox;
let snapshots: InboxSnapshot[];
let goingOn: string[];
let servers: ConnectionsSnapshot;
let feed: ReturnType<typeof createSnapshotPublisher<ConnectionsSnapshot>>;
beforeEach(() => {
  leave = new AbortController();
  snapshots = [];
  goingOn = [];
  servers = { connections: [demoConnection], health: [aHealth()] };
  feed = createSnapshotPublisher({ snapshot: () => servers, minIntervalMs: 1 });
  const { port } = http.address() as AddressInfo;
  inbox = createInbox({
    clients: clientsFor(`http://127.0.0.1:${port}`),
    connections: (signal) => feed.watch(signal),
    goesOn: (_connectionId, threadId) => goingOn.includes(threadId),
    times: { between: 3_600_000, soon: 1, settled: 2, answerWithin: 300 * slowness(), afterSilence: 50 },
  });
});
afterEach(() => {
  leave.abort();
  inbox.stop();
});

async function watch(): Promise<void> {
  for await (const snapshot of inbox.streams['inbox.watch']({}, leave.signal)) snapshots.push(snapshot);
}
const latestServer = () => snapshots.at(-1)?.servers[0];
const setServers = (next: Partial<ConnectionsSnapshot>): void => {
  servers = { ...servers, ...next };
  feed.changed();
};

describe('the inbox', () => {
  it('sends no request before it is watched, then lists waiting threads, newest first, without values', async () => {
    waiting = [thread('a', '2026-01-01'), thread('b', '2026-01-03'), thread('c', '2026-01-02', 'idle')];
    expect(searches).toEqual([]);
    void watch();
    await expect.poll(() => latestServer()?.state).toBe('read');
    expect(latestServer()?.threads.map(({ threadId, name }) => [threadId, name])).toEqual([
      ['b', 'Thread b'],
      ['a', 'Thread a'],
    ]);
    expect(searches[0]).toMatchObject({ status: 'interrupted', limit: maxInboxThreads });
    expect(searches[0]?.['select']).not.toContain('values');
  });

  it('leaves out recordings, whose interrupts nobody can answer', async () => {
    const recording = { ...demoConnection, id: 'recorded', kind: 'recording' } as const;
    setServers({
      connections: [recording, demoConnection],
      health: [{ ...aHealth(), connectionId: 'recorded' }, aHealth()],
    });
    void watch();
    await expect.poll(() => latestServer()?.state).toBe('read');
    expect(snapshots.at(-1)?.servers.map(({ connectionId }) => connectionId)).toEqual(['demo']);
  });

  it('reports to its watchers that the servers can not be listed, and lists them when it is watched again', async () => {
    let isUnlisted = true;
    const { port } = http.address() as AddressInfo;
    inbox = createInbox({
      clients: clientsFor(`http://127.0.0.1:${port}`),
      async *connections(signal) {
        if (isUnlisted) throw new AppError('storage', 'The list of servers could not be read.');
        yield* feed.watch(signal);
      },
    });
    await expect(watch()).rejects.toMatchObject({ message: 'The list of servers could not be read.' });
    isUnlisted = false;
    void watch();
    await expect.poll(() => latestServer()?.state).toBe('read');
  });

  it('reports that there are more threads than it lists', async () => {
    waiting = Array.from({ length: maxInboxThreads + 1 }, (_, index) => thread(String(index), '2026-01-01'));
    void watch();
    await expect.poll(() => latestServer()?.threads.length).toBe(maxInboxThreads);
    expect(latestServer()?.hasMore).toBe(true);
  });

  it('reads again when a run starts or ends, and on demand', async () => {
    void watch();
    await expect.poll(() => latestServer()?.state).toBe('read');
    waiting = [thread('a', '2026-01-01')];
    inbox.changed('demo', null);
    await expect.poll(() => latestServer()?.threads.length).toBe(1);
    waiting = [];
    await inbox.calls['inbox.refresh']({}, leave.signal);
    await expect.poll(() => latestServer()?.threads.length).toBe(0);
  });

  it('finds a waiting thread of an own run although its server reports it as idle', async () => {
    void watch();
    await expect.poll(() => latestServer()?.state).toBe('read');
    records['/threads/h'] = thread('h', '2026-01-01', 'idle');
    const waitingTask = { id: 't', name: 'tax', interrupts: [{ id: 'i', value: 1 }] };
    records['/threads/h/state?subgraphs=true'] = { values: {}, next: ['tax'], tasks: [waitingTask] };
    inbox.changed('demo', 'h');
    await expect.poll(() => latestServer()?.threads.map(({ threadId }) => threadId)).toEqual(['h']);
    records['/threads/h/state?subgraphs=true'] = { values: {}, next: [], tasks: [] };
    await inbox.calls['inbox.refresh']({}, leave.signal);
    await expect.poll(() => latestServer()?.threads).toEqual([]);
  });

  it('keeps a waiting thread that its server does not list while it can not be checked, and says since when', async () => {
    void watch();
    await expect.poll(() => latestServer()?.state).toBe('read');
    records['/threads/h'] = thread('h', '2026-01-01', 'idle');
    const waitingTask = { id: 't', name: 'tax', interrupts: [{ id: 'i', value: 1 }] };
    const state = { values: {}, next: ['tax'], tasks: [waitingTask] };
    records['/threads/h/state?subgraphs=true'] = state;
    inbox.changed('demo', 'h');
    await expect.poll(() => latestServer()?.threads.map(({ threadId }) => threadId)).toEqual(['h']);
    const before = new Date().toISOString();
    isBroken = true;
    delete records['/threads/h/state?subgraphs=true'];
    await inbox.calls['inbox.refresh']({}, leave.signal);
    await expect
      .poll(() => latestServer()?.threads[0]?.uncheckedSince ?? '~')
      .toSatisfy((at: string) => at <= before);
    await inbox.calls['inbox.refresh']({}, leave.signal);
    expect(latestServer()?.threads[0]?.uncheckedSince).toSatisfy((at: string) => at <= before);
    records['/threads/h/state?subgraphs=true'] = state;
    await inbox.calls['inbox.refresh']({}, leave.signal);
    await expect.poll(() => latestServer()?.threads[0]?.uncheckedSince).toBeUndefined();
    expect(latestServer()?.threads).toHaveLength(1);
    isBroken = false;
    delete records['/threads/h'];
    await inbox.calls['inbox.refresh']({}, leave.signal);
    await expect.poll(() => latestServer()?.threads).toEqual([]);
  });

  it('leaves out a thread that has stopped only until the studio continues it, but none that asks', async () => {
    waiting = [thread('a', '2026-01-02', 'interrupted', { task: [] }), thread('b', '2026-01-01')];
    const stopped = { id: 't', name: 'b', interrupts: [] };
    records['/threads/a/state?subgraphs=true'] = { values: {}, next: ['b'], tasks: [stopped] };
    records['/threads/a/runs?limit=1&offset=0'] = [];
    goingOn = ['a', 'b'];
    void watch();
    await expect.poll(() => latestServer()?.state).toBe('read');
    expect(latestServer()?.threads.map(({ threadId }) => threadId)).toEqual(['b']);
    goingOn = [];
    await inbox.calls['inbox.refresh']({}, leave.signal);
    await expect.poll(() => latestServer()?.threads.map(({ threadId }) => threadId)).toEqual(['a', 'b']);
  });

  it('lists a thread once if its run ends while it is being read', async () => {
    void watch();
    await expect.poll(() => latestServer()?.state).toBe('read');
    Object.defineProperty(records, '/threads/h', {
      get() {
        if (!failing) inbox.changed('demo', 'h');
        // This result stays, since no later check finds anything.
        failing = true;
        return thread('h', '2026-01-01', 'idle');
      },
    });
    const waitingTask = { id: 't', name: 'tax', interrupts: [{ id: 'i', value: 1 }] };
    records['/threads/h/state?subgraphs=true'] = { values: {}, next: ['tax'], tasks: [waitingTask] };
    inbox.changed('demo', 'h');
    await expect.poll(() => latestServer()?.state).toBe('failed');
    expect(latestServer()?.threads).toHaveLength(1);
  });

  it('leaves out a thread that its server calls interrupted, after a step over the last node', async () => {
    const noQuestion = { task: [] };
    waiting = [
      thread('done', '2026-01-03', 'interrupted', noQuestion),
      thread('paused', '2026-01-02', 'interrupted', noQuestion),
      thread('unreadable', '2026-01-01', 'interrupted', noQuestion),
    ];
    records['/threads/done/state?subgraphs=true'] = { values: {}, next: [], tasks: [] };
    const paused = { id: 't', name: 'b', interrupts: [] };
    records['/threads/paused/state?subgraphs=true'] = { values: {}, next: ['b'], tasks: [paused] };
    records['/threads/paused/runs?limit=1&offset=0'] = [];
    void watch();
    await expect.poll(() => latestServer()?.state).toBe('read');
    expect(latestServer()?.threads.map(({ threadId, stop }) => [threadId, stop])).toEqual([
      ['paused', 'breakpoint'],
      ['unreadable', null],
    ]);
    // Each state is read once for each change of its thread.
    delete records['/threads/done/state?subgraphs=true'];
    await inbox.calls['inbox.refresh']({}, leave.signal);
    expect(latestServer()?.threads.map(({ threadId, stop }) => [threadId, stop])).toEqual([
      ['paused', 'breakpoint'],
      ['unreadable', null],
    ]);
    waiting = [thread('done', '2026-01-04')];
    await inbox.calls['inbox.refresh']({}, leave.signal);
    await expect.poll(() => latestServer()?.threads.map(({ threadId }) => threadId)).toEqual(['done']);
  });

  it('keeps the threads of an unreachable server, says so, and reads them again when it is back', async () => {
    waiting = [thread('a', '2026-01-01')];
    void watch();
    await expect.poll(() => latestServer()?.threads.length).toBe(1);
    const problem = { code: 'unreachable', message: 'Nobody answers.', hint: null, details: {} } as const;
    setServers({ health: [aHealth({ state: 'unreachable', problem })] });
    await expect.poll(() => latestServer()?.state).toBe('offline');
    expect(latestServer()).toMatchObject({
      threads: [{ threadId: 'a' }],
      problem: { message: 'Nobody answers.' },
    });
    waiting = [];
    setServers({ health: [aHealth()] });
    await expect.poll(() => latestServer()?.threads.length).toBe(0);
    setServers({ connections: [], health: [] });
    await expect.poll(() => snapshots.at(-1)?.servers).toEqual([]);
  });

  it('waits for a server that is still connecting, and reads it once it is connected', async () => {
    waiting = [thread('a', '2026-01-01')];
    servers = { ...servers, health: [aHealth({ state: 'connecting', server: null, latencyMs: null })] };
    void watch();
    await expect.poll(() => latestServer()?.state).toBe('reading');
    await expect.poll(() => latestServer()?.state).toBe('offline');
    expect(latestServer()?.problem?.message).toContain('has not responded');
    setServers({ health: [aHealth()] });
    await expect.poll(() => latestServer()?.threads.length).toBe(1);
    expect(latestServer()).toMatchObject({ state: 'read', problem: null });
  });

  it('reports why a connected server can not list its threads', async () => {
    failing = true;
    void watch();
    await expect.poll(() => latestServer()?.state).toBe('failed');
    expect(latestServer()?.problem?.code).toBe('forbidden');
  });
});
