import { GraphClient } from 'remote-graph-client/client';
import { beforeAll, expect, it } from 'vitest';
import { testServer } from '../../testing/real-server/test-server.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { sharedServer } from '../../testing/shared-server.ts';
import { createThreads, type Threads } from './create-threads.ts';

const { signal } = new AbortController();
const connectionId = 'real';
const reportsStorage = testServer === 'python';

let client: GraphClient;
let calls: Threads['calls'];
beforeAll(async () => {
  const { url } = await sharedServer('real');
  client = new GraphClient({ url, apiKey: null });
  ({ calls } = createThreads({ clients: clientsFor(url) }));
});

async function threadWith(conversation: readonly string[]): Promise<string> {
  const { thread_id: threadId } = await client.threads.create({ graphId: 'talk' });
  await client.runs.wait(threadId, 'talk', { input: { conversation } });
  return threadId;
}

it.skipIf(reportsStorage)('a server that does not report what a thread stores is said not to', async () => {
  const threadId = await threadWith([]);
  await expect(calls['threads.storage']({ connectionId, threadId }, signal)).rejects.toMatchObject({
    code: 'unsupported',
    message: 'This server does not report how much its threads store.',
  });
});

it.skipIf(!reportsStorage)(
  'what each channel of a thread stores is the sum that the server reports',
  async () => {
    const threadId = await threadWith([]);
    const storage = await calls['threads.storage']({ connectionId, threadId }, signal);
    const { channels, moreChannels, totalBytes, checkpoints, channelValues, pendingWrites } = storage;
    const sizes = (channels ?? []).map(({ bytes }) => bytes ?? -1);
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(moreChannels).toBe(0);
    expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBe(channelValues.bytes);
    const parts = [checkpoints, channelValues, pendingWrites].map(({ bytes }) => bytes ?? -1);
    expect(parts.reduce((sum, bytes) => sum + bytes, 0)).toBe(totalBytes);
    expect(checkpoints.count).toBe((await client.threads.getHistory(threadId, { limit: 100 })).length);
  },
);

it('a missing thread is not taken for a server that does not report its storage', async () => {
  const threadId = '00000000-0000-4000-8000-000000000000';
  await expect(calls['threads.storage']({ connectionId, threadId }, signal)).rejects.toMatchObject({
    code: 'not-found',
  });
});
