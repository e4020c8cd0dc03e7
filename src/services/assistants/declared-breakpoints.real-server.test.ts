import { expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { sharedServer } from '../../testing/shared-server.ts';

it('no answer of the JavaScript server names the breakpoints that a graph declares', async () => {
  const { url } = await sharedServer('suite');
  const client = new GraphClient({ url, apiKey: null });
  const assistant = await client.assistants.get('nested');
  const answers = [assistant, await client.assistants.getGraph('nested', { xray: true })];
  expect(JSON.stringify(answers)).not.toMatch(/interrupt/i);
  // Its subgraph stops before the node nevertheless.
  const { thread_id: threadId } = await client.threads.create();
  await client.runs.wait(threadId, 'nested', { input: { messages: [{ role: 'user', content: 'weather' }] } });
  const state = await client.threads.getState(threadId, null, { subgraphs: true });
  expect(state.next).not.toEqual([]);
});
