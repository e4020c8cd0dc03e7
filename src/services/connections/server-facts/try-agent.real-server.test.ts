import { abortAfter, GraphClient } from 'remote-graph-client/client';
import { expect, it } from 'vitest';
import { sharedServer } from '../../../testing/shared-server.ts';
import { tryAgent } from './try-agent.ts';
import { slowness } from '../../../testing/slowness.ts';

it(
  'a server answers a message and a call of a tool if it has the protocol, and says so if it has not',
  { timeout: 40_000 * slowness() },
  async () => {
    const { url, token } = await sharedServer('demo');
    const client = new GraphClient({
      url,
      apiKey: null,
      retries: 0,
      headers: { authorization: `Bearer ${token ?? ''}` },
    });
    const { langgraph_py_version: python } = await client.meta.info();
    const signal = abortAfter(20_000 * slowness());
    const [assistant] = await client.assistants.search({ graphId: 'agent', limit: 1 });
    const message = tryAgent(
      client,
      { protocol: 'a2a', id: assistant?.assistant_id ?? '', text: 'What is the weather in Rome?' },
      signal,
    );
    const call = tryAgent(client, { protocol: 'mcp', id: 'broken', text: '{"text":"a"}' }, signal);
    const outcomes = await Promise.all(
      [message, call].map((asking) =>
        asking.then(
          ({ state, text }) => [state, text.length > 0],
          (error: unknown) => (error as Error).message,
        ),
      ),
    );
    expect(outcomes).toEqual(
      python === undefined
        ? ['This server has no A2A endpoint.', 'This server has no MCP endpoint.']
        : [
            ['completed', true],
            ['failed', true],
          ],
    );
  },
);
