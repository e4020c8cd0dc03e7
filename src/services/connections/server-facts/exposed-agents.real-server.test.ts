import { expect, it } from 'vitest';
import { abortAfter, GraphClient } from 'remote-graph-client/client';
import type { AgentProtocol } from '../../../shared/model/server-facts.ts';
import { startFaultServer, type ScriptedResponse } from '../../../testing/fault-servers/fault-server.ts';
import { sharedServer } from '../../../testing/shared-server.ts';
import { readExposedAgents } from './exposed-agents.ts';
import { slowness } from '../../../testing/slowness.ts';

const read = (url: string, protocol: AgentProtocol) =>
  readExposedAgents(
    new GraphClient({ url, apiKey: null, retries: 0, maxAnswerBytes: 100_000 }),
    protocol,
    abortAfter(20_000 * slowness()),
  );

it(
  'a server lists its tools and its agents if it has the protocol, and says so if it has not',
  { timeout: 40_000 * slowness() },
  async () => {
    const { url } = await sharedServer('real');
    const { langgraph_py_version: python } = await new GraphClient({ url, apiKey: null }).meta.info();
    const hasNames = (protocol: AgentProtocol) =>
      read(url, protocol).then(
        ({ agents }) => agents.length > 0 && agents.every(({ name }) => !['', 'unnamed'].includes(name)),
        (error: unknown) => (error as Error).message,
      );
    const answers = [await hasNames('mcp'), await hasNames('a2a')];
    expect(answers).toEqual(
      python === undefined
        ? ['This server has no MCP endpoint.', 'This server has no A2A endpoint.']
        : [true, true],
    );
  },
);

it('what is not an answer of the protocol is an error, and long lists are cut', async () => {
  let reply: ScriptedResponse = { body: '<p>Sign in' };
  const server = await startFaultServer(({ path }) =>
    path === '/assistants/search' ? { json: [{ assistant_id: 'a/b', graph_id: 'g' }] } : reply,
  );
  await expect(read(server.url, 'mcp')).rejects.toThrow('something other than MCP');
  await expect(read(server.url, 'a2a')).rejects.toThrow('something other than A2A');
  reply = { json: { jsonrpc: '2.0', id: 1, error: { code: -32_601, message: 'x'.repeat(5000) } } };
  await expect(read(server.url, 'mcp')).rejects.toThrow(/refused to list its tools: x{50,400}/);
  await expect(read(server.url, 'a2a')).rejects.toThrow('something other than A2A');
  const tools = Array.from({ length: 150 }, (_, index) => ({ name: `t${index}`, description: 7 }));
  reply = { json: { jsonrpc: '2.0', id: 1, result: { tools } } };
  const { agents, isCut } = await read(server.url, 'mcp');
  expect([agents.length, agents[0], isCut]).toEqual([100, { id: 't0', name: 't0', description: null }, true]);
  reply = { status: 401, json: { detail: 'No.' } };
  await expect(read(server.url, 'mcp')).rejects.toMatchObject({ status: 401 });
  reply = { body: `"${'x'.repeat(200_000)}"` };
  await expect(read(server.url, 'mcp')).rejects.toMatchObject({ name: 'TooLargeError' });
  await server.stop();
});

it('the tools are found at an address without a slash at its end, too', async () => {
  const server = await startFaultServer(({ path }) =>
    path === '/mcp'
      ? { json: { jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'order' }] } } }
      : { status: 404, body: 'Not Found' },
  );
  expect((await read(server.url, 'mcp')).agents).toEqual([{ id: 'order', name: 'order', description: null }]);
  await server.stop();
});
