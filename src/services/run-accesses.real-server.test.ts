import { expect, it } from 'vitest';
import { abortAfter, GraphClient } from 'remote-graph-client/client';
import { sharedServer } from '../testing/shared-server.ts';

it('no stream mode of a run says what it read and wrote in the store', async () => {
  const { url } = await sharedServer('suite');
  const client = new GraphClient({ url, apiKey: null });
  const { thread_id: threadId } = await client.threads.create();
  const response = await fetch(`${url}/threads/${threadId}/runs/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      assistant_id: 'store',
      input: {},
      config: { configurable: { user: threadId, note: 'remembered' } },
      stream_mode: ['values', 'updates', 'messages', 'tasks', 'checkpoints', 'debug', 'custom', 'events'],
    }),
    signal: abortAfter(60_000),
  });
  const frames = await response.text();
  expect(frames).toContain('event: tasks');
  expect(await client.store.getItem(['users', threadId], 'note')).toMatchObject({
    value: { text: 'remembered' },
  });
  // Its namespace and key are in no event, only the config that has the user's name, and what the node wrote.
  expect(frames).toContain('remembered');
  expect(frames).not.toContain('"users"');
  expect(frames).not.toContain('namespace_prefix');
});
