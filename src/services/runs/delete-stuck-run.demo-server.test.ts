import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GraphClient } from 'remote-graph-client/client';
import { createLocalPlatform, type LocalPlatform } from '../../testing/services/local-platform.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { createTestDemoServer } from '../../testing/services/demo-server.ts';
import type { LocalServer } from '../projects/server/local-server.ts';
import { deleteStuckRun } from './delete-stuck-run.ts';
import { slowness } from '../../testing/slowness.ts';

const { signal } = new AbortController();

let platform: LocalPlatform;
let server: LocalServer;
beforeAll(async () => {
  platform = await createLocalPlatform();
  server = createTestDemoServer(platform);
  server.start();
});
afterAll(async () => {
  await server.stop();
  await platform.dispose();
});

/** The server has another token after each start. */
async function connect(): Promise<GraphClient> {
  const { url, token } = await server.access();
  return clientsFor(url, { headers: { authorization: `Bearer ${token}` } }).get('demo');
}

async function statuses(client: GraphClient, threadId: string): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const { status } of client.runs.listAll(threadId, { pageSize: 100 })) all.push(status);
  return all;
}

it(
  'a run that a restart left active is deleted, so that its thread accepts runs again',
  async () => {
    const before = await connect();
    const { thread_id: threadId } = await before.threads.create({ metadata: { graph_id: 'writer' } });
    const { run_id: runId } = await before.runs.create(threadId, 'writer', { input: { pace: 60_000 } });
    await expect.poll(async () => (await before.runs.get(threadId, runId)).status).toBe('running');
    await server.restart();

    const client = await connect();
    // As the studio warns, no strategy lets a new run pass it. On the Python server, this one deletes it.
    const next = await client.runs.create(threadId, 'writer', {
      // Slow enough to be still at work when the status of its thread is read.
      input: { pace: 150 * slowness() },
      multitaskStrategy: 'rollback',
    });
    expect(await deleteStuckRun(client, { threadId, runId }, signal)).toEqual({
      outcome: 'deleted',
      threadStatus: 'busy',
      waiting: 1,
    });
    await client.runs.join(threadId, next.run_id);
    expect(await statuses(client, threadId)).toEqual(['success']);
  },
  30_000 * slowness(),
);

it('does not delete a run that stops at the second request', async () => {
  const client = await connect();
  const { thread_id: threadId } = await client.threads.create({ metadata: { graph_id: 'writer' } });
  const { run_id: runId } = await client.runs.create(threadId, 'writer', { input: { pace: 60_000 } });
  await expect.poll(async () => (await client.runs.get(threadId, runId)).status).toBe('running');
  expect(await deleteStuckRun(client, { threadId, runId }, signal)).toMatchObject({
    outcome: 'ended',
    waiting: 0,
  });
  expect(await statuses(client, threadId)).toEqual(['interrupted']);
});
