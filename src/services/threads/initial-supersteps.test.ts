import { expect, it } from 'vitest';
import { createScriptedClient } from '../../testing/remote-graph/scripted-client.ts';
import { createThread } from './mutate-threads.ts';

const { signal } = new AbortController();
const plan = {
  graphId: 'g',
  name: null,
  updatesText: '[{"as_node":"a","values":{"id":9223372036854775807}}]',
};

/** A server that creates threads; its state shows whether it applied the updates. */
const server = (checkpointId: string | null) =>
  createScriptedClient('js', ({ method }) =>
    method === 'POST'
      ? { thread_id: 't', status: 'idle', metadata: {} }
      : { values: {}, next: [], tasks: [], metadata: {}, checkpoint: { checkpoint_id: checkpointId } },
  );

it('a new thread sends its initial updates exactly as typed, each as a step', async () => {
  const { client, sent } = server('c');
  await expect(createThread(client, plan, signal)).resolves.toMatchObject({ threadId: 't' });
  expect(sent[0]?.bodyText).toContain(
    '"supersteps":[{"updates":[{"values":{"id":9223372036854775807},"as_node":"a"}]}]',
  );
});

it('reports a server that ignores initial updates', async () => {
  const { client } = server(null);
  await expect(createThread(client, plan, signal)).rejects.toMatchObject({
    code: 'unsupported',
    details: { threadId: 't' },
  });
});

it('sends no further request if there are none', async () => {
  const { client, sent } = server(null);
  await createThread(client, { ...plan, updatesText: '[]' }, signal);
  expect(sent.map(({ method }) => method)).toEqual(['POST']);
  expect(sent[0]?.bodyText).not.toContain('supersteps');
});
