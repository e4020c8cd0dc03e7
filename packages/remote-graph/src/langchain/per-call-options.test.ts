import { afterEach, describe, expect, it } from 'vitest';
import {
  collectItems,
  startScriptedRemoteGraph,
  type ScriptedRemoteGraph,
} from '../../../../src/testing/remote-graph/scripted-remote-graph.ts';
import { RemoteGraph, type RemoteCall } from '../index.ts';

let server: ScriptedRemoteGraph;

afterEach(() => server.stop());

const onThread = { configurable: { thread_id: 't' } };
const steps = [{ updates: [{ values: { n: 1 }, asNode: 'a' }] }];
const state = { values: {}, next: [], tasks: [], checkpoint: { thread_id: 't', checkpoint_id: 'c' } };
const answers = {
  '/assistants/agent/graph': { nodes: [], edges: [] },
  '/assistants/agent/subgraphs': {},
  '/assistants/agent/schemas': { graph_id: 'agent' },
  '/threads/t/state': state,
  '/threads/t/history': [],
};

/** Every operation, each with its own call options. */
const operations: Record<string, (graph: RemoteGraph, call: RemoteCall) => Promise<unknown>> = {
  getGraphAsync: (graph, call) => graph.getGraphAsync(call),
  getSubgraphsAsync: (graph, call) => collectItems(graph.getSubgraphsAsync(undefined, false, call)),
  getState: (graph, call) => graph.getState(onThread, call),
  getStateHistory: (graph, call) => collectItems(graph.getStateHistory(onThread, call)),
  updateState: (graph, call) => graph.updateState(onThread, {}, 'a', call),
  bulkUpdateState: (graph, call) => graph.bulkUpdateState(onThread, steps, call),
  invoke: (graph, call) => graph.invoke({}, { ...onThread, ...call }),
  stream: async (graph, call) => collectItems(await graph.stream({}, { ...onThread, ...call })),
  streamEvents: (graph, call) =>
    collectItems(graph.streamEvents({}, { ...onThread, ...call, version: 'v2' })),
  batch: (graph, call) => graph.batch([{}], { ...onThread, ...call }),
  getInputJsonSchema: (graph, call) => graph.getInputJsonSchema(call),
  getOutputJsonSchema: (graph, call) => graph.getOutputJsonSchema(call),
  getConfigJsonSchema: (graph, call) => graph.getConfigJsonSchema(call),
  getInputSchema: (graph, call) => graph.getInputSchema(call),
  getOutputSchema: (graph, call) => graph.getOutputSchema(call),
  configSchema: (graph, call) => graph.configSchema([], call),
  asToolAsync: (graph, call) => graph.asToolAsync(call),
};

describe.each(Object.keys(operations))('%s', (name) => {
  const run = (call: RemoteCall): Promise<unknown> =>
    (operations[name] ?? (() => Promise.resolve()))(server.graph, call);

  it('sends headers and parameters of its call, and ends with its signal', async () => {
    server = await startScriptedRemoteGraph({
      answers,
      settings: { headers: { 'x-call': 'of the client', 'x-keep': 'kept' } },
    });
    await run({ headers: { 'x-call': name }, params: { extra: 'p' } });
    const [first] = server.server.requests.filter(({ path }) => path !== '/info');
    expect(first?.headers).toMatchObject({ 'x-call': name, 'x-keep': 'kept' });
    expect(first?.query.get('extra')).toBe('p');
    const before = server.server.requests.length;
    await expect(run({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    expect(server.server.requests).toHaveLength(before);
  });

  it('merges the configuration of the graph with its own, which wins', async () => {
    const config = { headers: { 'x-call': 'graph', 'x-graph': 'yes' }, params: { extra: 'g', more: 'm' } };
    server = await startScriptedRemoteGraph({ answers, settings: { config } });
    await run({ headers: { 'x-call': name }, params: { extra: 'p' } });
    const [first] = server.server.requests.filter(({ path }) => path !== '/info');
    expect(first?.headers).toMatchObject({ 'x-call': name, 'x-graph': 'yes' });
    expect(Object.fromEntries(first?.query ?? [])).toMatchObject({ extra: 'p', more: 'm' });
  });

  it('ends with the signal of the graph, too', async () => {
    const config = { signal: AbortSignal.abort(new Error('of the graph')) };
    server = await startScriptedRemoteGraph({ answers, settings: { config } });
    await expect(run({})).rejects.toThrow('of the graph');
    expect(server.server.requests).toEqual([]);
  });
});

describe('a configuration', () => {
  it('ends its call by its own signal and timeout', async () => {
    server = await startScriptedRemoteGraph({ answers });
    const signal = AbortSignal.abort(new Error('enough'));
    const ownSignal = new AbortController().signal;
    const call = { signal: ownSignal };
    const { graph } = server;
    await expect(graph.getState({ ...onThread, signal }, call)).rejects.toThrow('enough');
    await expect(graph.updateState({ ...onThread, signal }, {}, 'a', call)).rejects.toThrow('enough');
    await expect(collectItems(graph.getStateHistory({ ...onThread, signal }, call))).rejects.toThrow(
      'enough',
    );
    const slow = new RemoteGraph('agent', {
      url: 'http://slow.test',
      apiKey: null,
      fetch: (_, init) =>
        new Promise((__, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    });
    await expect(slow.getState({ ...onThread, timeout: 20 })).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('must name a state where one is required', async () => {
    server = await startScriptedRemoteGraph({ answers });
    const history = collectItems(server.graph.getStateHistory(onThread, { before: onThread }));
    await expect(history).rejects.toThrow('has no checkpoint');
  });
});
