import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import type { ThreadRecord } from '../../../shared/model/thread-record.ts';
import { applyChange } from '../../../shared/thread-record/apply-change.ts';
import { startRealServer, type RealServer } from '../../../testing/real-server/real-server.ts';
import { testServer } from '../../../testing/real-server/test-server.ts';
import { clientsFor } from '../../../testing/services/clients-for.ts';
import { slowness } from '../../../testing/slowness.ts';
import { createThreads, type Threads } from '../create-threads.ts';
import { readThreadRecord } from './read-thread-record.ts';

const { signal } = new AbortController();
const connectionId = 'real';

let server: RealServer;
beforeAll(async () => {
  server = await startRealServer({ record: true });
});
afterAll(() => server.stop());

/** The server has written a change 3 s after the last request for its data, of which a watched thread makes one every 10 s. */
const savedMs = 8000;

/** Looks at threads as a window does that has them open: at their records, the newest of the list, and one by one. */
function openThreads(threadIds: readonly string[]): {
  recordOf(threadId: string): ThreadRecord | null;
  stop(): Promise<void>;
} {
  const threads = createThreads({ clients: clientsFor(server.url) });
  const left = new AbortController();
  const records = new Map<string, ThreadRecord | null>();
  const watched = threadIds.map((threadId) => watch(threads, threadId, left.signal, records));
  const polled = poll(threads, threadIds, left.signal);
  return {
    recordOf: (threadId) => records.get(threadId) ?? null,
    async stop() {
      left.abort();
      await Promise.all([...watched, polled]);
    },
  };
}

async function watch(
  threads: Threads,
  threadId: string,
  left: AbortSignal,
  records: Map<string, ThreadRecord | null>,
): Promise<void> {
  for await (const change of threads.streams['threads.record']({ connectionId, threadId }, left))
    records.set(threadId, applyChange(records.get(threadId) ?? null, change));
}

async function poll({ calls }: Threads, threadIds: readonly string[], left: AbortSignal): Promise<void> {
  while (!left.aborted) {
    for (const threadId of threadIds)
      await calls['threads.get']({ connectionId, threadId }, signal).catch(() => undefined);
    await delay(1000, undefined, { signal: left }).catch(() => undefined);
  }
}

const nodes = ({ executions }: ThreadRecord): string[] =>
  executions.map(({ nodeId, status }) => `${nodeId} ${status}`);

// The Python server writes no checkpoints once a state was read, whoever read it (killed-server.real-server.test.ts).
it.skipIf(testServer === 'python')(
  'a server that is killed while threads are open comes back with them, and their records are as before',
  async () => {
    const client = new GraphClient({ url: server.url, apiKey: null });
    const threadIds = await Promise.all(
      [1, 2, 3].map(async () => (await client.threads.create({ graphId: 'writer' })).thread_id),
    );
    const open = openThreads(threadIds);
    try {
      // Of another client.
      for (const threadId of threadIds) await client.runs.wait(threadId, 'writer', { input: { text: 'x' } });
      const statuses = (threadId: string) => open.recordOf(threadId)?.runs.map(({ status }) => status);
      await vi.waitFor(
        () => expect(threadIds.map(statuses)).toEqual([['ended'], ['ended'], ['ended']]),
        10_000 * slowness(),
      );
      await delay(savedMs);
      const before = threadIds.map((threadId) => open.recordOf(threadId));
      await server.kill();
      await server.restart();
      for (const [index, threadId] of threadIds.entries()) {
        const record = await readThreadRecord(client, threadId, signal);
        expect(record.runs).toHaveLength(1);
        expect(nodes(record)).toEqual(nodes(before[index] as ThreadRecord));
      }
    } finally {
      await open.stop();
    }
  },
  90_000 * slowness(),
);
