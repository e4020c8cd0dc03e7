import { GraphClient } from 'remote-graph-client/client';
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentTrial } from '../../../shared/model/server-facts.ts';
import { startFaultServer, type ScriptedResponse } from '../../../testing/fault-servers/fault-server.ts';
import { tryAgent } from './try-agent.ts';

let stop: () => Promise<unknown> = async () => undefined;
afterEach(() => stop());

const message: AgentTrial = { protocol: 'a2a', id: 'a/b', text: 'Hello' };
const call: AgentTrial = { protocol: 'mcp', id: 'order', text: '{"id":9007199254740993}' };

async function answered(trial: AgentTrial, response: ScriptedResponse) {
  const asked: { readonly path: string; readonly body: string }[] = [];
  const server = await startFaultServer(({ path, body }) => {
    asked.push({ path, body: String(body) });
    return response;
  });
  stop = () => server.stop();
  const client = new GraphClient({ url: server.url, apiKey: null, retries: 0 });
  const answer = tryAgent(client, trial, new AbortController().signal);
  return { asked, answer };
}

const reply = (result: unknown): ScriptedResponse => ({ json: { jsonrpc: '2.0', id: 1, result } });

describe('an agent that is tried', () => {
  it('gets one message, and its answer is the text of its artifacts', async () => {
    const parts = [
      { kind: 'text', text: 'Hi' },
      { kind: 'data', data: { n: 1 } },
    ];
    const { asked, answer } = await answered(
      message,
      reply({ kind: 'task', status: { state: 'completed' }, artifacts: [{ parts }] }),
    );
    expect(await answer).toEqual({ text: 'Hi\n{"n":1}', isCut: false, state: 'completed' });
    expect(asked.map(({ path }) => path)).toEqual(['/a2a/a%2Fb']);
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({
      method: 'message/send',
      params: { message: { role: 'user', parts: [{ kind: 'text', text: 'Hello' }] } },
    });
  });

  it.each([
    ['a message', { kind: 'message', parts: [{ kind: 'text', text: 'Hi' }] }, null],
    [
      'a status',
      { status: { state: 'failed', message: { parts: [{ kind: 'text', text: 'Hi' }] } } },
      'failed',
    ],
  ])('may answer with %s', async (_what, result, state) => {
    const { answer } = await answered(message, reply(result));
    expect(await answer).toEqual({ text: 'Hi', isCut: false, state });
  });
});

describe('a tool that is tried', () => {
  it('gets its arguments as they were typed, and says when it failed', async () => {
    const { asked, answer } = await answered(
      call,
      reply({ isError: true, content: [{ type: 'text', text: 'x'.repeat(30_000) }] }),
    );
    expect(await answer).toMatchObject({ isCut: true, state: 'failed' });
    expect(asked[0]?.body).toContain('"arguments":{"id":9007199254740993}');
  });

  it.each(['', '[]', '{"a":}'])('gets nothing if the arguments are no object: %j', async (text) => {
    const { asked, answer } = await answered({ ...call, text }, reply({}));
    await expect(answer).rejects.toMatchObject({ code: 'invalid-input' });
    expect(asked).toEqual([]);
  });
});

it.each([
  ['something else', { body: '<p>' } satisfies ScriptedResponse, 'protocol'],
  ['a list', { json: [] } satisfies ScriptedResponse, 'protocol'],
  [
    'an error',
    { json: { error: { code: 1, message: 'No' } } } satisfies ScriptedResponse,
    'rejected-by-server',
  ],
  ['no such route', { status: 404, body: 'Not Found' } satisfies ScriptedResponse, 'unsupported'],
])('a server that answers with %s fails, and is asked once', async (_what, response, code) => {
  const { asked, answer } = await answered(message, response);
  await expect(answer).rejects.toMatchObject({ code });
  expect(asked).toHaveLength(1);
});
