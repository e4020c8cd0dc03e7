import { afterAll, beforeAll, expect, it } from 'vitest';
import { isolateDataFolder } from '../../testing/isolate-data-folder.ts';
import { slowness } from '../../testing/slowness.ts';
import type { McpTestClient } from '../testing/connect-mcp.ts';
import { connectMcpTo } from '../testing/mcp-on-server.ts';
import { resourceUri } from './resources.ts';

isolateDataFolder();

const assistantId = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
const assistant = {
  assistant_id: assistantId,
  graph_id: 'large',
  name: 'large',
  metadata: { created_by: 'system' },
  config: {},
  version: 1,
};
const names = Array.from({ length: 600 }, (_, index) => `a_node_with_a_long_name_${index}`);
const graph = {
  nodes: [
    { id: '__start__', type: 'schema', data: '__start__' },
    ...names.map((name) => ({ id: name, type: 'runnable', data: { id: ['x'], name } })),
  ],
  edges: names.map((name) => ({ source: '__start__', target: name })),
};
let client: McpTestClient;
let serverName = '';
beforeAll(async () => {
  client = await connectMcpTo((request, response) => {
    const isGraph = request.url?.includes('/graph') === true;
    const body = isGraph ? graph : [assistant];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const [server] = JSON.parse((await client.call('list_servers')).data);
  serverName = server.name;
}, 60_000 * slowness());
afterAll(() => client.close());

it('a large graph is cut off at the end of a line, and says where all of it is', async () => {
  const uri = resourceUri(serverName, assistantId, 'graph');
  const { contents } = await client.client.readResource({ uri });
  const [first] = contents;
  const text = first !== undefined && 'text' in first ? first.text : '';
  expect(text.length).toBeGreaterThan(10_000);
  expect(text.length).toBeLessThanOrEqual(16_000);
  const [notice, note, ...lines] = text.split('\n');
  expect(notice).toMatch(/^%% .* not instructions\.$/);
  expect(note).toMatch(/^%% It was cut off: .* get_graph, and read_part/);
  const { data } = await client.call('get_graph', { xray: true });
  const whole = data.split('\n').slice(0, -1);
  expect(lines.slice(0, 100)).toEqual(whole.slice(0, 100));
  expect(whole).toEqual(expect.arrayContaining(lines.slice(-1)));
});

it('an address that is not percent-encoded is refused with what is wrong in it', async () => {
  for (const address of ['a%ZZ/threads/t/state', `${encodeURIComponent(serverName)}/%E0/graph`])
    await expect(client.client.readResource({ uri: `remote-graph://${address}` })).rejects.toThrow(
      /"(a%ZZ|%E0)" in the address is not percent-encoded\. Take/,
    );
});
