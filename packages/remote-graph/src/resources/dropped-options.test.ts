import { describe, expect, it } from 'vitest';
import { collectFrames } from '../../../../src/testing/remote-graph/collect-frames.ts';
import {
  eventStreamResponse,
  createScriptedClient,
} from '../../../../src/testing/remote-graph/scripted-client.ts';
import { ArgumentError, type CreatedRun, type GraphClient, type RunPayload } from '../client.ts';

type Runs = GraphClient['runs'];

/** Every method that starts a run on a thread, or says how it would. */
const starting = {
  create: (runs, threadId, payload) => runs.create(threadId, 'agent', payload),
  wait: (runs, threadId, payload) => runs.wait(threadId, 'agent', payload),
  bodyText: (runs, threadId, payload) => runs.bodyText(threadId, 'agent', payload),
  stream: (runs, threadId, payload) => collectFrames(runs.stream(threadId, 'agent', payload)),
} as const satisfies Partial<
  Record<keyof Runs, (runs: Runs, threadId: string | null, payload: RunPayload) => Promise<unknown>>
>;

const methods = Object.entries(starting);

function quickServer(kind: 'js' | 'hosted') {
  return createScriptedClient(kind, ({ method, path }) => {
    if (path === '/runs/batch') return [{ run_id: 'a' }, { run_id: 'b' }];
    if (method === 'POST' && path.endsWith('/runs/stream')) return eventStreamResponse('');
    return { run_id: 'r', thread_id: 't', status: 'success' };
  });
}

describe.each(['js', 'hosted'] as const)('on a server of kind %s', (kind) => {
  it.each(methods)(
    'runs.%s rejects the deletion of a persistent thread, before anything is sent',
    async (_, start) => {
      const { client, sent } = quickServer(kind);
      const refused = start(client.runs, 't', { input: {}, onCompletion: 'delete' });
      await expect(refused).rejects.toThrow(ArgumentError);
      await expect(refused).rejects.toThrow('for runs without a thread');
      expect(sent).toEqual([]);
    },
  );

  it.each(methods)('runs.%s keeps a thread, as every server does', async (name, start) => {
    const { client, sent } = quickServer(kind);
    await start(client.runs, 't', { input: {}, onCompletion: 'keep' });
    expect(sent.some(({ method }) => method === 'POST')).toBe(name !== 'bodyText');
    expect(sent.map(({ bodyText }) => bodyText).join()).not.toContain('on_completion');
  });

  it.each(methods)('runs.%s sends on_completion for a stateless run', async (name, start) => {
    for (const onCompletion of ['delete', 'keep'] as const) {
      const { client, sent } = quickServer(kind);
      const result = await start(client.runs, null, { input: {}, onCompletion });
      const bodyText = name === 'bodyText' ? String(result) : (sent[0]?.bodyText ?? '');
      expect(JSON.parse(bodyText)).toMatchObject({ on_completion: onCompletion });
    }
  });

  it('runs.createBatch sends on_completion with each run', async () => {
    const { client, sent } = quickServer(kind);
    await client.runs.createBatch([
      { assistantId: 'agent', input: {}, onCompletion: 'delete' },
      { assistantId: 'agent', input: {}, onCompletion: 'keep' },
    ]);
    expect(sent[0]?.body).toMatchObject([{ on_completion: 'delete' }, { on_completion: 'keep' }]);
  });
});

describe('options that must survive a cut connection', () => {
  const reconnect = { baseMs: 1, maxMs: 2 };
  const first = 'event: metadata\ndata: {"run_id":"r"}\nid: 0\n\n';

  /** A server whose streams end early until the run was joined, and the queries of those joins. */
  function cutServer(): { readonly client: GraphClient; readonly joins: () => (string | undefined)[] } {
    let joined = 0;
    const { client, sent } = createScriptedClient(
      'hosted',
      ({ method, path }) => {
        if (path.includes('/stream')) {
          if (method === 'GET') joined += 1;
          return eventStreamResponse(first);
        }
        return { run_id: 'r', thread_id: 't', status: joined > 1 ? 'success' : 'running' };
      },
      { reconnect },
    );
    const joins = sent.filter.bind(sent, ({ method, path }) => method === 'GET' && path.includes('/stream'));
    return { client, joins: () => joins().map(({ path }) => path.split('?')[1]) };
  }

  it('a joined stream keeps its modes and cancelOnDisconnect', async () => {
    const { client, joins } = cutServer();
    await collectFrames(client.runs.joinStream('t', 'r', { streamMode: 'custom', cancelOnDisconnect: true }));
    const [firstJoin, ...again] = joins();
    expect(firstJoin).toContain('stream_mode=custom');
    expect(firstJoin).toContain('cancel_on_disconnect=true');
    expect(again.length).toBeGreaterThan(0);
    expect(new Set(again)).toEqual(new Set([firstJoin]));
  });

  it('a started stream keeps cancelOnDisconnect, and has no modes to repeat', async () => {
    const { client, joins } = cutServer();
    await collectFrames(client.runs.stream('t', 'agent', { input: {}, onDisconnect: 'cancel' }));
    expect(new Set(joins())).toEqual(new Set(['cancel_on_disconnect=true']));
    const other = cutServer();
    await collectFrames(other.client.runs.stream('t', 'agent', { input: {} }));
    expect(new Set(other.joins())).toEqual(new Set([undefined]));
  });

  it('an adopted wait reports its run, and keeps cancelOnDisconnect', async () => {
    const { client, sent } = createScriptedClient(
      'hosted',
      ({ method, path }) => {
        if (method === 'POST') return new Response('', { status: 504 });
        if (path.includes('/join')) return { done: true };
        return [{ run_id: 'r', thread_id: 't', status: 'running', metadata: { client_request_id: 'mine' } }];
      },
      { reconnect },
    );
    const created: CreatedRun[] = [];
    const values = await client.runs.wait('t', 'agent', {
      input: {},
      clientRequestId: 'mine',
      onDisconnect: 'cancel',
      onRunCreated: (run) => created.push(run),
    });
    expect(values).toEqual({ done: true });
    expect(created).toEqual([{ run_id: 'r', thread_id: 't' }]);
    expect(sent.at(-1)?.path).toBe('/threads/t/runs/r/join?cancel_on_disconnect=true');
  });
});

it('each run of a batch is reported to its own callback', async () => {
  const { client } = quickServer('hosted');
  const created: unknown[] = [];
  await client.runs.createBatch(
    ['one', 'two'].map((name) => ({
      assistantId: 'agent',
      onRunCreated: ({ run_id }) => created.push([name, run_id]),
    })),
  );
  expect(created).toEqual([
    ['one', 'a'],
    ['two', 'b'],
  ]);
});

it.each(['js', 'hosted'] as const)(
  'runs can not be cancelled by ids and status at once (%s)',
  async (kind) => {
    const { client, sent } = quickServer(kind);
    const both = client.runs.cancelMany({ threadId: 't', runIds: ['r'], status: 'pending' });
    await expect(both).rejects.toThrow(ArgumentError);
    expect(sent).toEqual([]);
  },
);
