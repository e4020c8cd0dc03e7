import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons';
import { isGraphInterrupt, isParentCommand } from '@langchain/langgraph';
import { afterEach, describe, expect, it } from 'vitest';
import { startFaultRunServer } from '../../../../../src/testing/fault-servers/fault-run-server.ts';
import type { Cut } from '../../../../../src/testing/fault-servers/fault-server.ts';
import {
  collectItems,
  startScriptedRemoteGraph,
  type RemoteGraphScript,
  type ScriptedRemoteGraph,
} from '../../../../../src/testing/remote-graph/scripted-remote-graph.ts';
import {
  GraphClient,
  RemoteException,
  RemoteGraph,
  StreamError,
  type RemoteGraphCallOptions,
} from '../../index.ts';

const servers: ScriptedRemoteGraph[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

type Events = NonNullable<RemoteGraphScript['events']>;

async function scripted(events: Events, settings = {}): Promise<ScriptedRemoteGraph> {
  const started = await startScriptedRemoteGraph({ events, settings });
  servers.push(started);
  return started;
}

const interrupts = [{ id: 'i', value: { question: 'Does this look good?' } }];
const interrupted = ['updates', { __interrupt__: interrupts }] as const;
const values: Events = [
  ['values', { chunk: 'data1' }],
  ['values', { chunk: 'data2' }],
  ['values', { chunk: 'data3' }],
];
const updates: Events = [
  ['updates', { chunk: 'data3' }],
  ['updates', { chunk: 'data4' }],
  ['updates', { __interrupt__: [] }],
];
const onThread = { configurable: { thread_id: 't' } };
const nested = { configurable: { thread_id: 't', checkpoint_ns: 'node:1' } };

type Options = Partial<RemoteGraphCallOptions>;

async function chunksOf(graph: RemoteGraph, options: Options): Promise<unknown[]> {
  return collectItems(await graph.stream({ input: 'data' }, options));
}

describe('stream', () => {
  it('yields values to a surrounding graph, then throws the interrupt', async () => {
    const { graph } = await scripted([...values, interrupted]);
    const chunks: unknown[] = [];
    const reading = (async () => {
      for await (const chunk of await graph.stream({}, { ...nested, streamMode: 'values' }))
        chunks.push(chunk);
    })();
    const failure = await reading.catch((error: unknown) => error);
    expect(chunks).toEqual([{ chunk: 'data1' }, { chunk: 'data2' }, { chunk: 'data3' }]);
    expect(failure).toMatchObject({ name: 'GraphInterrupt', interrupts });
    expect(failure instanceof Error && isGraphInterrupt(failure)).toBe(true);
  });

  it('yields only values to other callers, and throws nothing', async () => {
    const { graph } = await scripted([...values, ['messages', [{ content: 'x' }, {}]], interrupted]);
    expect(await chunksOf(graph, { ...onThread, streamMode: 'values' })).toEqual(
      values.map(([, data]) => data),
    );
  });

  it('yields a message with its metadata', async () => {
    const { graph, sent } = await scripted([['messages', [{ content: 'Hi' }, { step: 1 }]]]);
    expect(await chunksOf(graph, { ...onThread, streamMode: 'messages' })).toEqual([
      [{ content: 'Hi' }, { step: 1 }],
    ]);
    expect(sent('/threads/t/runs/stream')['stream_mode']).toEqual(['messages-tuple', 'updates']);
  });

  it('yields updates by default, including the interrupt of a breakpoint', async () => {
    const { graph } = await scripted(updates);
    expect(await chunksOf(graph, onThread)).toEqual(updates.map(([, data]) => data));
  });

  it('yields mode and data for a list of modes', async () => {
    const { graph } = await scripted(updates);
    expect(await chunksOf(graph, { ...onThread, streamMode: ['updates'] })).toEqual(updates);
  });

  it('yields the namespace first with subgraphs', async () => {
    const { graph } = await scripted(updates);
    const list = await chunksOf(graph, { ...onThread, streamMode: ['updates'], subgraphs: true });
    expect(list).toEqual(updates.map(([mode, data]) => [[], mode, data]));
    const single = await chunksOf(graph, { ...onThread, subgraphs: true });
    expect(single).toEqual(updates.map(([, data]) => [[], data]));
  });

  it('yields the namespaces of events', async () => {
    const { graph } = await scripted([['updates|my|subgraph', { chunk: 'data3' }]]);
    const options = { ...onThread, streamMode: ['updates'], subgraphs: true } as const;
    expect(await chunksOf(graph, options)).toEqual([[['my', 'subgraph'], 'updates', { chunk: 'data3' }]]);
    expect(await chunksOf(graph, { ...onThread, subgraphs: true })).toEqual([
      [['my', 'subgraph'], { chunk: 'data3' }],
    ]);
    expect(await chunksOf(graph, onThread)).toEqual([{ chunk: 'data3' }]);
  });

  it.each([
    [{}, [{ chunk: 'data3' }]],
    [{ streamMode: ['updates'] }, [['updates', { chunk: 'data3' }]]],
    [{ streamMode: ['updates'], subgraphs: true }, [[['node:1', 'sub:2'], 'updates', { chunk: 'data3' }]]],
    [{ streamMode: 'updates', subgraphs: true }, [[['node:1', 'sub:2'], { chunk: 'data3' }]]],
  ] satisfies [Options, unknown[]][])('yields %o, then throws the interrupt', async (options, expected) => {
    const { graph } = await scripted([['updates|sub:2', { chunk: 'data3' }]]);
    expect(await chunksOf(graph, { ...nested, ...options })).toEqual(expected);
    const waiting = await scripted([['updates|sub:2', { chunk: 'data3' }], interrupted]);
    await expect(chunksOf(waiting.graph, { ...nested, ...options })).rejects.toMatchObject({ interrupts });
  });

  it('returns the last values from invoke', async () => {
    const { graph } = await scripted(values);
    expect(await graph.invoke({ input: 'x' }, onThread)).toEqual({ chunk: 'data3' });
    const silent = await scripted([]);
    expect(await silent.graph.invoke({})).toBeUndefined();
  });

  it('returns the waiting state with all interrupts from invoke, whatever the server omits', async () => {
    const second = { id: 'j', value: 'and?' };
    const { graph } = await scripted([
      ...values,
      interrupted,
      ['updates', { __interrupt__: [second] }],
      ['values', { __interrupt__: [second] }],
    ]);
    expect(await graph.invoke({}, onThread)).toEqual({
      chunk: 'data3',
      __interrupt__: [...interrupts, second],
    });
    const hosted = await scripted([interrupted, ['values', { chunk: 'last', __interrupt__: interrupts }]]);
    expect(await hosted.graph.invoke({}, onThread)).toEqual({ chunk: 'last', __interrupt__: interrupts });
  });

  it('throws the error of a failed graph', async () => {
    const { graph } = await scripted([...values, ['error', { error: 'BoomError', message: 'it broke' }]]);
    const failing = graph.invoke({}, onThread);
    await expect(failing).rejects.toBeInstanceOf(RemoteException);
    await expect(failing).rejects.toBeInstanceOf(StreamError);
    await expect(failing).rejects.toMatchObject({ errorName: 'BoomError', message: 'it broke', runId: 'r' });
  });

  it('passes a command for the parent to the surrounding graph', async () => {
    const command = { graph: '__parent__', update: { n: 1 }, goto: ['next'] };
    const { graph } = await scripted([['command', command]]);
    const failure = await graph.invoke({}, nested).catch((error: unknown) => error);
    expect(failure).toMatchObject({ command: { graph: 'node:1', goto: ['next'], lg_name: 'Command' } });
    expect(failure instanceof Error && isParentCommand(failure)).toBe(true);
    expect(await graph.invoke({}, onThread)).toBeUndefined();
    const send = await scripted([['command', { ...command, goto: [{ node: 'x', input: 1 }] }]]);
    await expect(send.graph.invoke({}, nested)).rejects.toThrow("can't be forwarded");
  });

  it('passes chunks of subgraphs to a streaming graph, and nothing else', async () => {
    const pushed: unknown[] = [];
    const stream = { modes: new Set(['values', 'custom']), push: (chunk: unknown) => pushed.push(chunk) };
    const { graph, sent } = await scripted([
      ['values|sub:2', { inner: 1 }],
      ['custom', 'note'],
      ['values', { outer: 1 }],
    ]);
    const config = { configurable: { ...nested.configurable, __pregel_stream: stream } };
    expect(await graph.invoke({}, config)).toEqual({ outer: 1 });
    expect(pushed).toEqual([
      [['node:1', 'sub:2'], 'values', { inner: 1 }],
      [['node:1'], 'custom', 'note'],
      [['node:1'], 'values', { outer: 1 }],
    ]);
    expect(sent('/threads/t/runs/stream')).toMatchObject({
      stream_mode: ['values', 'updates', 'custom'],
      stream_subgraphs: true,
    });
  });
});

describe('a stream whose connection breaks', () => {
  const counted = [1, 2, 3, 4, 5].map((n) => ({
    id: String(n),
    event: 'values',
    data: JSON.stringify({ n }),
  }));
  const all = [{ id: '0', event: 'metadata', data: '{"run_id":"run-1"}' }, ...counted];
  const cut = (_: string, opened: number): Cut | undefined =>
    opened === 0 ? { afterBytes: 330, kind: 'rst' } : undefined;

  async function broken(resumable: boolean) {
    const server = await startFaultRunServer({ events: all, cut, resumable });
    const client = new GraphClient({ url: server.url, reconnect: { baseMs: 1 } });
    const graph = new RemoteGraph('agent', { client });
    const chunks: unknown[] = [];
    const options = { ...onThread, streamMode: 'values', streamResumable: resumable } as const;
    const failure: unknown = await (async () => {
      for await (const chunk of await graph.stream({}, options)) chunks.push(chunk);
    })().catch((error: unknown) => error);
    await server.stop();
    const opened = server.requests.filter(({ path }) => path.endsWith('/runs/stream')).length;
    const joined = server.requests.filter(({ path }) => path.endsWith('/runs/run-1/stream')).length;
    return { chunks, error: failure, opened, joined };
  }

  it('continues with a second request if the run is resumable, and loses nothing', async () => {
    const { chunks, error, opened, joined } = await broken(true);
    expect(chunks).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }, { n: 5 }]);
    expect(error).toBeUndefined();
    expect(opened).toBe(1);
    expect(joined).toBeGreaterThan(0);
  });

  it('reports lost output if it is not', async () => {
    const { chunks, error, opened } = await broken(false);
    expect(chunks.length).toBeLessThan(5);
    expect(error).toMatchObject({ name: 'StreamError', errorName: 'Incomplete' });
    expect(opened).toBe(1);
  });
});

describe('tracing headers', () => {
  const tree = {
    toHeaders: () => ({ 'langsmith-trace': '2026Zid', baggage: 'langsmith-project=p' }),
    createChild: () => null,
  };

  it.each([
    ['invoke', false],
    ['invoke', true],
    ['stream', false],
    ['stream', true],
  ] as const)('%s with distributedTracing %s', async (form, distributedTracing) => {
    const { graph, server } = await scripted(values, { distributedTracing });
    const options = { ...onThread, headers: { baggage: 'mine=1', 'x-a': 'b' } };
    const call = async (): Promise<unknown> =>
      form === 'invoke' ? graph.invoke({}, options) : chunksOf(graph, options);
    const storage = AsyncLocalStorageProviderSingleton.getInstance();
    await storage.run(tree as never, call);
    const sent = server.requests.find(({ path }) => path.endsWith('/runs/stream'))?.headers ?? {};
    expect(sent['x-a']).toBe('b');
    expect(sent['baggage']).toBe(distributedTracing ? 'mine=1,langsmith-project=p' : 'mine=1');
    expect(sent['langsmith-trace']).toBe(distributedTracing ? '2026Zid' : undefined);
    expect(options.headers).toEqual({ baggage: 'mine=1', 'x-a': 'b' });
  });

  it('are not sent without a current run', async () => {
    const { graph, server } = await scripted(values, { distributedTracing: true });
    await graph.invoke({}, onThread);
    expect(server.requests[0]?.headers).not.toHaveProperty('langsmith-trace');
  });
});
