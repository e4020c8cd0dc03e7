import { expect, it } from 'vitest';
import { isolateDataFolder } from '../../testing/isolate-data-folder.ts';
import { slowness } from '../../testing/slowness.ts';
import { connectMcpTo } from '../testing/mcp-on-server.ts';
import { resourceUri } from './resources.ts';

isolateDataFolder();

it('a tool answers before its client gives up when the server does not answer at all', async () => {
  const client = await connectMcpTo(() => undefined, { answerMs: 300 });
  const { data, failed } = await client.call('list_assistants');
  expect([failed, JSON.parse(data).error]).toEqual([
    true,
    expect.objectContaining({ code: 'timeout', hint: expect.stringMatching(/^Try again\./) }),
  ]);
  await client.close();
});

it('resources are listed and read before their client gives up when the server does not answer at all', async () => {
  const { client, call, close } = await connectMcpTo(() => undefined, { answerMs: 300 });
  expect(await client.listResources()).toEqual({ resources: [] });
  const [server] = JSON.parse((await call('list_servers')).data);
  const uri = resourceUri(server.name, 'threads', 't', 'state');
  await expect(client.readResource({ uri })).rejects.toThrow('The server has not answered');
  await close();
});

it('a run that was started is named when its server does not answer any more', async () => {
  const assistant = {
    assistant_id: 'a',
    graph_id: 'writer',
    name: 'writer',
    version: 1,
    config: {},
    context: {},
    metadata: {},
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  };
  let isStarted = false;
  const client = await connectMcpTo(
    (request, response) => {
      const { method, url = '' } = request;
      const send = (body: unknown): void => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      if (url === '/assistants/search') send([assistant]);
      else if (method === 'POST' && url === '/threads')
        send({ thread_id: 't', status: 'idle', metadata: {} });
      else if (method === 'POST' && url === '/threads/t/runs/stream') {
        response.writeHead(200, {
          'content-type': 'text/event-stream',
          'content-location': '/threads/t/runs/r',
        });
        response.write('event: metadata\ndata: {"run_id":"r"}\n\n');
        isStarted = true;
      } else if (!isStarted) response.writeHead(404).end();
    },
    { answerMs: 1_500 * slowness() },
  );
  const { data, failed } = await client.call('run_graph', { input: '{}', wait_seconds: 0 });
  expect(JSON.parse(data).error.hint).toContain('run_id r');
  expect(failed).toBe(true);
  await client.close();
});
