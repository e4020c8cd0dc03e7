import { afterEach, expect, it } from 'vitest';
import { startFaultServer, type FaultServer } from '../../../../src/testing/fault-servers/fault-server.ts';
import { GraphClient } from '../index.ts';

const servers: FaultServer[] = [];

afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));

const accepted = ['values', 'updates', 'messages-tuple'];

/** A server that takes some stream modes and no `durability`, and says so as pydantic does; `versions` of its `/info`. */
async function startPickyServer(
  versions = ['1.0.0'],
): Promise<{ client: GraphClient; bodies: () => unknown[] }> {
  const server = await startFaultServer(({ method, path, body }) => {
    if (path === '/info')
      return { json: { version: versions.length > 1 ? versions.shift() : versions[0], flags: {} } };
    if (method !== 'POST') return { json: { thread_id: 't', run_id: 'run-1', status: 'success' } };
    const run = JSON.parse(body) as { readonly stream_mode: readonly string[]; readonly durability?: string };
    const refused = run.stream_mode.find((mode) => !accepted.includes(mode));
    if (refused !== undefined) {
      const expected = "'values', 'updates' or 'messages-tuple'";
      return {
        status: 422,
        json: {
          detail: [{ loc: ['body', 'stream_mode', 1], msg: `Input should be ${expected}`, input: refused }],
        },
      };
    }
    if (run.durability !== undefined)
      return { status: 422, json: { detail: [{ type: 'extra_forbidden', loc: ['body', 'durability'] }] } };
    return {
      headers: { 'content-type': 'text/event-stream', 'content-location': '/threads/t/runs/run-1' },
      chunks: ['event: metadata\ndata: {"run_id":"run-1"}\n\nevent: end\ndata: null\n\n'],
    };
  });
  servers.push(server);
  const client = new GraphClient({ url: server.url, apiKey: null });
  const bodies = (): unknown[] =>
    server.requests.flatMap(({ method, body }) => {
      if (method !== 'POST') return [];
      const { stream_mode, durability } = JSON.parse(body) as Record<string, unknown>;
      return [[stream_mode, durability]];
    });
  return { client, bodies };
}

const payload = {
  input: {},
  streamMode: ['values', 'tasks', 'updates', 'custom'],
  durability: 'async',
} as const;

it('sends a run again without what the server refuses, and the next one without it at once', async () => {
  const { client, bodies } = await startPickyServer();
  const omitted = { streamModes: ['tasks', 'custom'], members: ['durability'] };
  for (let round = 0; round < 2; round += 1) {
    const run = client.runs.stream('t', 'a', payload);
    for await (const _ of run);
    expect(run.omitted).toEqual(omitted);
    expect((await run.end).outcome).toBe('finished');
  }
  const taken = [['values', 'updates'], undefined];
  expect(bodies()).toEqual([[payload.streamMode, 'async'], [['values', 'updates'], 'async'], taken, taken]);
  expect(client.refusedRunOptions).toEqual(omitted);
});

it('asks for everything again once the server has another version', async () => {
  const { client, bodies } = await startPickyServer(['1.0.0', '2.0.0']);
  for await (const _ of client.runs.stream('t', 'a', payload));
  await client.meta.info();
  expect(client.refusedRunOptions).toEqual({ streamModes: [], members: [] });
  for await (const _ of client.runs.stream('t', 'a', payload));
  expect(bodies()[3]).toEqual([payload.streamMode, 'async']);
});

/** A server that takes `config.configurable` or `context`, and refuses both in the words of langgraph-api 0.16.7. */
async function startServerWithoutBoth(): Promise<{ client: GraphClient; bodies: () => unknown[] }> {
  const server = await startFaultServer(({ method, path, body }) => {
    if (path === '/info') return { json: { version: '0.16.7', flags: {} } };
    if (method !== 'POST') return { json: { thread_id: 't', run_id: 'run-1', status: 'success' } };
    const { config, context } = JSON.parse(body) as Record<string, { configurable?: object } | undefined>;
    if (config?.configurable && context)
      return {
        status: 400,
        json: {
          detail:
            'Cannot specify both configurable and context. Prefer setting context alone. Context was introduced in LangGraph 0.6.0 and is the long term planned replacement for configurable.',
        },
      };
    return { json: { run_id: 'run-1', thread_id: 't', status: 'pending' } };
  });
  servers.push(server);
  const client = new GraphClient({ url: server.url, apiKey: null });
  const bodies = (): unknown[] =>
    server.requests.flatMap(({ method, body }) => {
      if (method !== 'POST') return [];
      const { config, context } = JSON.parse(body) as Record<string, unknown>;
      return [{ config, context }];
    });
  return { client, bodies };
}

it('sends the context alone to a server that refuses it beside the same configurable', async () => {
  const { client, bodies } = await startServerWithoutBoth();
  const context = { model: 'small', user: 'u' };
  const config = { tags: ['a'], configurable: { model: 'small' } };
  for (let round = 0; round < 2; round += 1)
    await client.runs.create('t', 'a', { input: {}, config, context });
  const sent = { config: { tags: ['a'] }, context };
  expect(bodies()).toEqual([{ config, context }, sent, sent]);
});

it('refuses a context that differs from the configurable where the server takes one of them', async () => {
  const { client, bodies } = await startServerWithoutBoth();
  const differing = { input: {}, config: { configurable: { seed: 1 } }, context: { seed: 2 } };
  for (let round = 0; round < 2; round += 1)
    await expect(client.runs.create('t', 'a', differing)).rejects.toThrow(
      'This server takes config.configurable or context, not both, and they differ.',
    );
  // The second one was not sent.
  expect(bodies()).toHaveLength(1);
  await client.runs.create('t', 'a', { input: {}, config: differing.config });
  expect(bodies()).toHaveLength(2);
});
