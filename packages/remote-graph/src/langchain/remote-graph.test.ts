import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  collectItems,
  startScriptedRemoteGraph,
  type RemoteGraphScript,
  type ScriptedRemoteGraph,
} from '../../../../src/testing/remote-graph/scripted-remote-graph.ts';
import { GraphClient, RemoteGraph } from '../index.ts';

const servers: ScriptedRemoteGraph[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function scripted(script: RemoteGraphScript = {}): Promise<ScriptedRemoteGraph> {
  const started = await startScriptedRemoteGraph(script);
  servers.push(started);
  return started;
}

const onThread = { configurable: { thread_id: 't' } };
const checkpoint = { thread_id: 't', checkpoint_ns: 'ns', checkpoint_id: 'c2', checkpoint_map: {} };
const state = {
  values: { key: 'value' },
  next: null,
  tasks: [],
  metadata: {},
  created_at: 'timestamp',
  checkpoint,
  parent_checkpoint: null,
};

describe('creating a remote graph', () => {
  it('needs an assistant, and a client or URL', () => {
    expect(() => new RemoteGraph('agent', {})).toThrow('needs a `client` or a `url`');
    expect(() => new RemoteGraph('', { url: 'http://h' })).toThrow('assistant');
    expect(() => new RemoteGraph('agent', { url: 'nowhere' })).toThrow('http://');
    const graph = new RemoteGraph('agent', { url: 'http://h', name: 'Agent' });
    expect(graph.getName()).toBe('Agent');
    expect(new RemoteGraph('agent', { client: new GraphClient({ url: 'http://h' }) }).getName()).toBe(
      'agent',
    );
    expect(() => graph.getGraph()).toThrow('getGraphAsync');
    expect(() => graph.getSubgraphs()).toThrow('getSubgraphsAsync');
    expect(() => graph.attachNode()).toThrow('the graph is on a server');
    expect(() => graph.attachEdge()).toThrow('the graph is on a server');
  });

  it.each([
    ['url', { url: 'http://h' }],
    ['apiKey', { apiKey: 'mine' }],
    ['apiKey', { apiKey: null }],
    ['headers, retries', { headers: { 'x-user': 'a' }, retries: 0 }],
  ])('rejects %s together with a client, which has its own', (names, settings) => {
    const client = new GraphClient({ url: 'http://h' });
    const baseSettings = { client, name: 'Agent', config: { tags: ['a'] }, distributedTracing: true };
    expect(() => new RemoteGraph('agent', { ...baseSettings, ...settings })).toThrow(`can't use ${names}:`);
    expect(new RemoteGraph('agent', { ...baseSettings, url: undefined }).getName()).toBe('Agent');
  });

  it.each([
    ['the first variable that is set', { LANGSMITH_API_KEY: ' "s" ', LANGCHAIN_API_KEY: 'l' }, {}, 's'],
    ['a key that is given', { LANGGRAPH_API_KEY: 'env' }, { apiKey: 'mine' }, 'mine'],
    ['no key for null', { LANGGRAPH_API_KEY: 'env' }, { apiKey: null }, undefined],
    [
      'an environment that is handed in',
      { LANGGRAPH_API_KEY: 'env' },
      { env: { LANGCHAIN_API_KEY: 'x' } },
      'x',
    ],
  ])('sends %s', async (_, env, settings, key) => {
    for (const name of ['LANGGRAPH_API_KEY', 'LANGSMITH_API_KEY', 'LANGCHAIN_API_KEY'])
      vi.stubEnv(name, undefined);
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const { server } = await scripted();
    await new RemoteGraph('agent', { url: server.url, ...settings }).getState(onThread);
    expect(server.requests[0]?.headers['x-api-key']).toBe(key);
  });

  it('runs without a process, as in browsers', async () => {
    const { server } = await scripted();
    vi.stubGlobal('process', undefined);
    try {
      expect(() => new RemoteGraph('agent', { url: server.url })).not.toThrow();
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('withConfig returns a new graph of the same class with the merged configuration', () => {
    class Mine extends RemoteGraph {}
    const graph = new Mine('agent', {
      url: 'http://h',
      config: { configurable: { foo: 'bar', thread_id: 't' } },
    });
    const other = graph.withConfig({ configurable: { hello: 'world' } });
    expect(other).toBeInstanceOf(Mine);
    expect(other).not.toBe(graph);
    expect(other.config).toEqual({ configurable: { foo: 'bar', thread_id: 't', hello: 'world' } });
    expect(graph.config).toEqual({ configurable: { foo: 'bar', thread_id: 't' } });
  });
});

describe('the graph', () => {
  const graph = {
    nodes: [
      { id: '__start__', type: 'schema', data: '__start__' },
      { id: '__end__', type: 'schema', data: '__end__' },
      { id: 'agent', type: 'runnable', data: { id: ['langgraph', 'RunnableCallable'], name: 'agent_1' } },
      { id: 4, metadata: { defer: true } },
    ],
    edges: [
      { source: '__start__', target: 'agent' },
      { source: 'agent', target: '__end__', data: 'done', conditional: true },
    ],
  };

  it('is drawable: names from the data or the id, data kept, plain edges', async () => {
    const { graph: remote, server } = await scripted({ answers: { '/assistants/agent/graph': graph } });
    const drawn = await remote.getGraphAsync({ xray: 2, headers: { 'x-call': 'yes' }, params: { extra: 1 } });
    expect(drawn.nodes).toEqual({
      __start__: { id: '__start__', name: '__start__', type: 'schema', data: '__start__', metadata: {} },
      __end__: { id: '__end__', name: '__end__', type: 'schema', data: '__end__', metadata: {} },
      agent: {
        id: 'agent',
        name: 'agent_1',
        type: 'runnable',
        data: { id: ['langgraph', 'RunnableCallable'], name: 'agent_1' },
        metadata: {},
      },
      4: { id: '4', name: '4', data: {}, metadata: { defer: true } },
    });
    expect(drawn.edges).toEqual(graph.edges);
    expect(drawn.drawMermaid()).toContain('agent_1');
    const [request] = server.requests;
    expect(request?.query.toString()).toBe('xray=2&extra=1');
    expect(request?.headers['x-call']).toBe('yes');
  });

  it('pairs the namespaces of subgraphs with remote graphs', async () => {
    const subgraphs = { one: { graph_id: 'other' }, two: { input_schema: {} } };
    const { graph: remote, server } = await scripted({
      answers: { '/assistants/agent/subgraphs/one': subgraphs },
    });
    const pairs = await collectItems(remote.getSubgraphsAsync('one', true));
    expect(pairs.map(([name, each]) => [name, each.assistantId, each.getName()])).toEqual([
      ['one', 'other', 'one'],
      ['two', 'agent', 'two'],
    ]);
    expect(server.requests[0]?.query.get('recurse')).toBe('true');
  });
});

describe('states', () => {
  it('maps a state to a snapshot', async () => {
    const { graph } = await scripted({ answers: { '/threads/t/state': state } });
    expect(await graph.getState(onThread)).toEqual({
      values: { key: 'value' },
      next: [],
      config: { configurable: checkpoint },
      metadata: {},
      createdAt: 'timestamp',
      parentConfig: undefined,
      tasks: [],
      interrupts: [],
    });
  });

  it('fills in the parent, the tasks and their interrupts', async () => {
    const reported = {
      ...state,
      checkpoint: { ...checkpoint, checkpoint_map: null },
      parent_checkpoint: { ...checkpoint, checkpoint_id: 'c1' },
      tasks: [
        {
          id: '1',
          name: 'ask',
          error: null,
          interrupts: [{ id: 'i', value: 'q?' }],
          path: ['x'],
          state: null,
        },
        { id: '2', name: 'boom', error: '{"message":"it broke","name":"BoomError"}', interrupts: [] },
        { id: '3', name: 'sub', checkpoint: { thread_id: 't', checkpoint_ns: 'sub:1' }, state: null },
      ],
    };
    const { graph } = await scripted({ answers: { '/threads/t/state': reported } });
    const snapshot = await graph.getState(onThread);
    expect(snapshot.config).toEqual({ configurable: checkpoint });
    expect(snapshot.parentConfig).toEqual({ configurable: { ...checkpoint, checkpoint_id: 'c1' } });
    expect(snapshot.interrupts).toEqual([{ id: 'i', value: 'q?' }]);
    expect(snapshot.tasks.map(({ error }) => error)).toEqual([
      undefined,
      { name: 'BoomError', message: 'it broke' },
      undefined,
    ]);
    expect(snapshot.tasks[2]?.state).toEqual({
      configurable: { thread_id: 't', checkpoint_ns: 'sub:1', checkpoint_map: {} },
    });
  });

  it('uses the configuration of the caller without a checkpoint', async () => {
    const never = { values: {}, next: [], tasks: [], checkpoint: null };
    const { graph } = await scripted({
      answers: { '/threads/t/state': never, '/threads/t/history': [never] },
    });
    const config = { ...onThread, tags: ['a'] };
    expect((await graph.getState(config)).config).toEqual(onThread);
    const [first] = await collectItems(graph.getStateHistory(config));
    expect(first?.config).toEqual(onThread);
  });

  it('reads a checkpoint by POST, without the fields of a surrounding graph', async () => {
    const { graph, sent, server } = await scripted({ answers: { '/threads/t/state/checkpoint': state } });
    await graph.getState({ configurable: checkpoint }, { subgraphs: true, headers: { 'x-a': 'b' } });
    expect(sent('/threads/t/state/checkpoint')).toEqual({
      checkpoint: { thread_id: 't', checkpoint_ns: 'ns', checkpoint_id: 'c2' },
      subgraphs: true,
    });
    expect(server.requests.at(-1)?.headers['x-a']).toBe('b');
    await graph.getState({ configurable: { ...checkpoint, __pregel_checkpointer: {} } });
    expect(server.requests.at(-1)?.path).toBe('/threads/t/state');
    await expect(graph.getState({})).rejects.toThrow('has no thread');
  });

  it('returns the history as snapshots', async () => {
    const { graph, sent } = await scripted({ answers: { '/threads/t/history': [state] } });
    const before = { configurable: { thread_id: 't', checkpoint_id: 'c9' } };
    const history = await collectItems(
      graph.getStateHistory(onThread, { before, filter: { step: 1 }, limit: 3 }),
    );
    expect(history.map(({ config }) => config)).toEqual([{ configurable: checkpoint }]);
    expect(sent('/threads/t/history')).toMatchObject({
      limit: 3,
      before: { checkpoint_id: 'c9' },
      metadata: { step: 1 },
    });
  });

  it('returns the configuration of the new state after an update', async () => {
    const { graph, sent } = await scripted({ answers: { '/threads/t/state': { checkpoint } } });
    expect(await graph.updateState(onThread, { n: null }, 'ask')).toEqual({ configurable: checkpoint });
    expect(sent('/threads/t/state')).toEqual({ values: { n: null }, as_node: 'ask' });
  });

  it('writes supersteps in one request, without empty ones', async () => {
    const { graph, sent } = await scripted({ answers: { '/threads/t/state': state } });
    const steps = [{ updates: [{ values: { n: 1 }, asNode: 'a' }] }, { updates: [{ asNode: 'b' }] }];
    expect(await graph.bulkUpdateState(onThread, steps)).toEqual({ configurable: checkpoint });
    expect(sent('/threads')).toMatchObject({
      thread_id: 't',
      if_exists: 'do_nothing',
      metadata: { graph_id: 'agent' },
      supersteps: [{ updates: [{ values: { n: 1 }, as_node: 'a' }] }, { updates: [{ as_node: 'b' }] }],
    });
    await expect(graph.bulkUpdateState(onThread, [])).rejects.toThrow('at least one superstep');
    await expect(graph.bulkUpdateState({ configurable: checkpoint }, steps)).rejects.toThrow('latest state');
  });
});

describe('schemas', () => {
  const schemas = {
    graph_id: 'agent',
    input_schema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    output_schema: null,
    config_schema: { properties: { model: { title: 'Model', default: 'x', type: 'string' } } },
  };

  it('come from the server, as JSON schemas and as validators', async () => {
    const { graph } = await scripted({ answers: { '/assistants/agent/schemas': schemas } });
    expect(await graph.getInputJsonSchema()).toEqual(schemas.input_schema);
    expect(await graph.getOutputJsonSchema()).toEqual({});
    expect(await graph.getConfigJsonSchema({ include: ['tags'] })).toEqual({
      title: 'agentConfig',
      type: 'object',
      properties: { configurable: schemas.config_schema, tags: { type: 'array', items: { type: 'string' } } },
    });
    expect((await graph.inputSchema).parse({ n: 1 })).toEqual({ n: 1 });
    await expect(graph.getInputSchema().then((schema) => schema.parse({ n: 'a' }))).rejects.toThrow('#/n');
    expect((await graph.outputSchema).parse('anything')).toBe('anything');
    expect((await graph.configSchema()).jsonSchema).not.toHaveProperty('properties.tags');
    expect(await graph.configSpecs).toEqual([
      {
        id: 'model',
        name: 'Model',
        default: 'x',
        annotation: schemas.config_schema.properties.model,
        isShared: false,
      },
    ]);
    expect(graph.getPrompts()).toEqual([]);
  });
});
