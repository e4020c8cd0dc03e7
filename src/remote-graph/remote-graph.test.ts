import { afterEach, describe, expect, it } from 'vitest';
import {
  startFaultServer,
  type FaultAnswer,
  type FaultRequest,
  type FaultServer,
} from '../testing/fault-server.ts';
import { eventBytes, type FaultEvent } from '../testing/fault-run-server.ts';
import { RemoteCommand, RemoteGraph, StreamError, type RemoteStreamOptions } from './index.ts';

const servers: FaultServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

const checkpoint = { thread_id: 't', checkpoint_ns: '', checkpoint_id: 'c2', checkpoint_map: null };
const state = {
  values: { n: 1 },
  next: ['ask'],
  tasks: [
    { id: '1', name: 'ask', error: null, interrupts: [{ id: 'i', value: 'q?' }], path: ['x'], state: null },
    { id: '2', name: 'boom', error: '{"message":"it broke","name":"BoomError"}', interrupts: [] },
    { id: '3', name: 'sub', checkpoint: { thread_id: 't', checkpoint_ns: 'sub:1' }, state: null },
  ],
  metadata: { source: 'loop', step: 1 },
  created_at: '2026-11-20T21:58:56.945Z',
  checkpoint,
  parent_checkpoint: { ...checkpoint, checkpoint_id: 'c1' },
};

const events: FaultEvent[] = [
  { id: '0', event: 'metadata', data: '{"run_id":"r"}' },
  { id: '1', event: 'values', data: '{"n":1}' },
  { id: '2', event: 'checkpoints', data: '{"id":"c"}' },
  { id: '3', event: 'updates|sub:1', data: '{"a":1}' },
  { id: '4', event: 'messages', data: '[{"content":"hi"},{}]' },
  { id: '5', event: 'values', data: '{"__interrupt__":[{"id":"i","value":"q?"}]}' },
];

function answer(request: FaultRequest, list: readonly FaultEvent[]): FaultAnswer {
  const stream = { headers: { 'content-type': 'text/event-stream' } };
  if (request.path.endsWith('/runs/stream')) return { ...stream, chunks: eventBytes(list) };
  if (request.path.endsWith('/runs/r/stream')) return { ...stream, chunks: [] };
  if (request.path.endsWith('/runs/r')) return { json: { run_id: 'r', thread_id: 't', status: 'success' } };
  if (request.path.endsWith('/history')) return { json: [state, { values: {}, next: [], checkpoint: null }] };
  if (request.path.endsWith('/graph')) return { json: { nodes: [], edges: [] } };
  if (request.path === '/threads/t/state' && request.method === 'POST') return { json: { checkpoint } };
  if (request.path.includes('/state')) return { json: state };
  return { json: { thread_id: 't', status: 'idle', version: '1' } };
}

async function graphWith(list = events): Promise<{ graph: RemoteGraph; server: FaultServer }> {
  const server = await startFaultServer((request) => answer(request, list));
  servers.push(server);
  return { graph: new RemoteGraph('agent', { url: server.url }), server };
}

const onThread = { configurable: { thread_id: 't' } };

async function chunks(graph: RemoteGraph, options: RemoteStreamOptions): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const chunk of graph.stream({ n: 0 }, { config: onThread, ...options })) all.push(chunk);
  return all;
}

function sentTo(server: FaultServer, path: string): unknown {
  const request = server.requests.find((each) => each.path === path && each.method === 'POST');
  return JSON.parse(request?.body ?? 'null');
}

describe('RemoteGraph', () => {
  it('needs an assistant and a way to reach it', () => {
    expect(() => new RemoteGraph('agent', {})).toThrow('client or the url');
    expect(() => new RemoteGraph('', { url: 'http://h' })).toThrow('assistant');
    expect(new RemoteGraph('agent', { url: 'http://h' }).name).toBe('agent');
    expect(
      new RemoteGraph('agent', { url: 'http://h', name: 'Agent' }).withConfig({ tags: ['a'] }).name,
    ).toBe('Agent');
  });

  it('streams only what was asked for, in the shape of the request', async () => {
    const { graph } = await graphWith();
    const interrupt = { __interrupt__: [{ id: 'i', value: 'q?' }] };
    expect(await chunks(graph, {})).toEqual([{ a: 1 }]);
    expect(await chunks(graph, { streamMode: 'values' })).toEqual([{ n: 1 }, interrupt]);
    expect(await chunks(graph, { streamMode: ['values', 'messages'] })).toEqual([
      ['values', { n: 1 }],
      ['messages', [{ content: 'hi' }, {}]],
      ['values', interrupt],
    ]);
    expect(await chunks(graph, { subgraphs: true })).toEqual([[['sub:1'], { a: 1 }]]);
    expect(await chunks(graph, { streamMode: ['updates'], subgraphs: true })).toEqual([
      [['sub:1'], 'updates', { a: 1 }],
    ]);
  });

  it('gives the last values, and an interrupt as data', async () => {
    const { graph } = await graphWith();
    expect(await graph.invoke({ n: 0 }, { config: onThread })).toEqual({
      __interrupt__: [{ id: 'i', value: 'q?' }],
    });
    const { graph: silent } = await graphWith([]);
    expect(await silent.invoke({ n: 0 })).toBeUndefined();
  });

  it('throws when the run fails', async () => {
    const { graph } = await graphWith([
      ...events,
      { id: '6', event: 'error', data: '{"error":"BoomError","message":"it broke"}' },
    ]);
    const failing = chunks(graph, {});
    await expect(failing).rejects.toBeInstanceOf(StreamError);
    await expect(failing).rejects.toMatchObject({ errorName: 'BoomError', message: 'it broke', runId: 'r' });
  });

  it('sends the merged configuration without what belongs to the caller', async () => {
    const { graph, server } = await graphWith();
    const circle: Record<string, unknown> = { a: 1 };
    circle['self'] = circle;
    const configured = graph.withConfig({
      tags: ['one'],
      configurable: { model: 'x', kept: null },
      metadata: { a: 1 },
    });
    await configured.invoke(new RemoteCommand({ resume: { i: true }, goto: ['x'] }), {
      config: {
        tags: ['one', 'two'],
        recursionLimit: 7,
        metadata: { b: 2n, fn: () => 1 },
        configurable: { thread_id: 't', checkpoint_id: 'c', checkpoint_ns: 'n', __pregel_x: 1, circle },
      },
      context: { user: null },
      clientRequestId: 'mine',
      headers: { 'x-call': 'yes' },
    });
    expect(sentTo(server, '/threads/t/runs/stream')).toEqual({
      assistant_id: 'agent',
      command: { resume: { i: true }, goto: ['x'] },
      stream_mode: ['values'],
      stream_subgraphs: false,
      stream_resumable: true,
      metadata: { a: 1, b: '2', client_request_id: 'mine' },
      config: { configurable: { model: 'x', circle: { a: 1 } }, tags: ['one', 'two'], recursion_limit: 7 },
      context: { user: null },
      multitask_strategy: 'reject',
      on_disconnect: 'continue',
      if_not_exists: 'create',
    });
    const start = server.requests.find(({ path }) => path === '/threads/t/runs/stream');
    expect(start?.headers['x-call']).toBe('yes');
  });

  it('runs without a thread when none is named', async () => {
    const { graph, server } = await graphWith();
    await graph.invoke({ n: 0 });
    expect(server.requests.map(({ path }) => path)).toEqual(['/runs/stream']);
  });

  it('maps states to snapshots', async () => {
    const { graph, server } = await graphWith();
    const snapshot = await graph.getState(onThread);
    expect(snapshot).toMatchObject({
      values: { n: 1 },
      next: ['ask'],
      config: { configurable: { thread_id: 't', checkpoint_id: 'c2', checkpoint_map: {} } },
      parentConfig: { configurable: { checkpoint_id: 'c1' } },
      interrupts: [{ id: 'i', value: 'q?' }],
      createdAt: '2026-11-20T21:58:56.945Z',
    });
    expect(snapshot.tasks.map(({ error }) => error)).toEqual([
      null,
      { name: 'BoomError', message: 'it broke' },
      null,
    ]);
    expect(snapshot.tasks[2]?.state).toEqual({
      configurable: { thread_id: 't', checkpoint_ns: 'sub:1', checkpoint_map: {} },
    });
    await graph.getState(snapshot.config, { subgraphs: true });
    expect(sentTo(server, '/threads/t/state/checkpoint')).toEqual({
      checkpoint: { thread_id: 't', checkpoint_ns: '', checkpoint_id: 'c2' },
      subgraphs: true,
    });
    await expect(graph.getState({})).rejects.toThrow('names no thread');
  });

  it('reads history and updates state', async () => {
    const { graph, server } = await graphWith();
    const before = { configurable: { thread_id: 't', checkpoint_id: 'c9' } };
    const states = [];
    for await (const each of graph.getStateHistory(onThread, { before, filter: { step: 1 }, limit: 2 }))
      states.push(each);
    expect(states.map(({ config }) => config.configurable?.['checkpoint_id'])).toEqual(['c2', undefined]);
    expect(sentTo(server, '/threads/t/history')).toEqual({
      limit: 2,
      before: { thread_id: 't', checkpoint_ns: '', checkpoint_id: 'c9' },
      metadata: { step: 1 },
    });
    const updated = await graph.updateState(onThread, { n: 2 }, 'ask');
    expect(updated).toEqual({ configurable: { ...checkpoint, checkpoint_map: {} } });
    expect(sentTo(server, '/threads/t/state')).toEqual({ values: { n: 2 }, as_node: 'ask' });
    expect(await graph.getGraphAsync({ xray: true, params: { extra: 1 } })).toEqual({ nodes: [], edges: [] });
  });
});
