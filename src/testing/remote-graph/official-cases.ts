import type { RemoteGraphScript } from './scripted-remote-graph.ts';

/** One call on a remote graph, as data: the same call is made in JavaScript and in Python. */
export interface OfficialCall {
  readonly method: 'withConfig' | 'getGraph' | 'getSubgraphs' | 'getState' | 'getHistory' | 'updateState';
  readonly config?: object;
  readonly values?: object;
}

/** A run, whose chunks and request are compared. */
export interface OfficialRun {
  readonly method: 'stream' | 'invoke';
  readonly input: unknown;
  readonly config: object;
  readonly options?: {
    readonly streamMode?: string | readonly string[];
    readonly subgraphs?: boolean;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** The call is made inside a traced run, by a graph that passes traces on if it is `true`. */
  readonly distributedTracing?: boolean;
}

/** What a server answers, what is called, and what has to come out. */
export interface OfficialCase {
  readonly name: string;
  readonly server: Pick<RemoteGraphScript, 'events' | 'answers'>;
  readonly call: OfficialCall | OfficialRun;
  /** For a run: its chunks, what it threw, and the named fields of its request. */
  readonly expected: unknown;
  /** Fields of the request body, or `headers`. */
  readonly sent?: readonly string[];
}

const onThread = { configurable: { thread_id: 't' } };
const inNode = { configurable: { thread_id: 't', checkpoint_ns: 'some_ns' } };
const checkpoint = { thread_id: 't', checkpoint_ns: 'ns', checkpoint_id: 'c2', checkpoint_map: {} };
const parent = { ...checkpoint, checkpoint_id: 'c1' };
const messages = { messages: [{ type: 'human', content: 'hello' }] };

const state = {
  values: messages,
  next: null,
  checkpoint,
  metadata: {},
  created_at: 'timestamp',
  parent_checkpoint: null,
  tasks: [],
};
const snapshot = {
  values: messages,
  next: [],
  config: { configurable: checkpoint },
  metadata: {},
  createdAt: 'timestamp',
  tasks: [],
  interrupts: [],
};
const unwritten = { ...state, values: {}, next: [], checkpoint: null, created_at: null };
const unwrittenSnapshot = { values: {}, next: [], config: onThread, metadata: {}, tasks: [], interrupts: [] };

const question = [{ id: 'i', value: { question: 'Does this look good?' } }];
const message = [
  { content: [{ text: 'Hello', type: 'text', index: 0 }], type: 'AIMessageChunk' },
  { langgraph_step: 1, langgraph_node: 'call_llm' },
];
const manyModes = [
  ['values', { chunk: 'data1' }],
  ['values', { chunk: 'data2' }],
  ['values', { chunk: 'data3' }],
  ['updates', { chunk: 'data4' }],
  ['messages', message],
  ['updates', { __interrupt__: question }],
] as const;
const updates = [
  ['updates', { chunk: 'data3' }],
  ['updates', { chunk: 'data4' }],
  ['updates', { __interrupt__: [] }],
] as const;
const nestedUpdates = [
  ['updates|my|subgraph', { chunk: 'data3' }],
  ['updates|hello|subgraph', { chunk: 'data4' }],
  ['updates|bye|subgraph', { __interrupt__: [] }],
] as const;
const answered = [
  ['values', { chunk: 'data1' }],
  ['values', { chunk: 'data2' }],
  ['values', { messages: [{ type: 'human', content: 'world' }] }],
] as const;
const answer = [{ messages: [{ type: 'human', content: 'world' }] }];

/** The official JavaScript class reads the newest state as a checkpoint without an id. */
const stateIs = (body: object) => ({
  answers: { '/threads/t/state': body, '/threads/t/state/checkpoint': body },
});

function stream(
  name: string,
  events: RemoteGraphScript['events'],
  options: OfficialRun['options'],
  chunks: unknown,
  config: object = onThread,
): OfficialCase {
  const call = { method: 'stream', input: { input: 'data' }, config, ...(options && { options }) } as const;
  return { name, server: events ? { events } : {}, call, expected: { chunks, error: null } };
}

function sentBy(name: string, config: object, sent: unknown): OfficialCase {
  return {
    name,
    server: { events: answered },
    call: { method: 'invoke', input: {}, config },
    sent: ['config', 'metadata'],
    expected: { chunks: answer, error: null, sent },
  };
}

const deep = {
  level1: { level2: { level3: { text: 'v', list: [1, [2, [3]]], map: { a: { b: { c: 'd' } } } } } },
};

/** Runs inside a traced run: with and without headers of the call, by a graph that does or does not pass traces on. */
const tracedRuns = [false, true].flatMap((distributedTracing) =>
  (['stream', 'invoke'] as const).flatMap((method) =>
    [undefined, { foo: 'bar' }].map((headers): OfficialCase => {
      const traced = { 'langsmith-trace': true, baggage: 'langsmith-' };
      const sent = { ...headers, ...(distributedTracing ? traced : {}) };
      const options = method === 'stream' ? { streamMode: 'values' } : {};
      return {
        name: `${method} sends ${headers ? 'its headers' : 'no headers'} and ${distributedTracing ? 'the trace' : 'no trace'}`,
        server: { events: [['values', { chunk: 'data1' }]] },
        call: {
          method,
          input: messages,
          config: onThread,
          options: { ...options, ...(headers && { headers }) },
          distributedTracing,
        },
        sent: ['headers'],
        expected: { chunks: [{ chunk: 'data1' }], error: null, sent: { headers: sent } },
      };
    }),
  ),
);

/**
 * The cases of the two official test suites of RemoteGraph, `remote.test.ts` (JavaScript) and `test_remote_graph.py` (Python),
 * in our own words. `expected` is what our RemoteGraph does. Where an official class does something else,
 * `official-differences.ts` says what and why. Cases that need a real server (an agent's answer; messages of a nested graph
 * as in process) are in `langchain/streaming/messages.real-server.test.ts`.
 */
export const officialCases: readonly OfficialCase[] = [
  {
    name: 'a configuration is merged into a copy',
    server: {},
    call: { method: 'withConfig', config: { configurable: { hello: 'world' } } },
    expected: {
      isCopy: true,
      config: { configurable: { foo: 'bar', thread_id: 't', hello: 'world' } },
    },
  },
  {
    name: 'the graph is drawable',
    server: {
      answers: {
        '/assistants/agent/graph': {
          nodes: [
            { id: '__start__', type: 'schema', data: '__start__' },
            { id: '__end__', type: 'schema', data: '__end__' },
            { id: 'agent', type: 'runnable', data: { id: ['langgraph', 'Callable'], name: 'agent_1' } },
          ],
          edges: [
            { source: '__start__', target: 'agent' },
            { source: 'agent', target: '__end__' },
          ],
        },
      },
    },
    call: { method: 'getGraph' },
    expected: {
      nodes: [
        { id: '__start__', name: '__start__', data: '__start__', type: 'schema', metadata: {} },
        { id: '__end__', name: '__end__', data: '__end__', type: 'schema', metadata: {} },
        {
          id: 'agent',
          name: 'agent_1',
          data: { id: ['langgraph', 'Callable'], name: 'agent_1' },
          type: 'runnable',
          metadata: {},
        },
      ],
      edges: [
        { source: '__start__', target: 'agent' },
        { source: 'agent', target: '__end__' },
      ],
    },
  },
  {
    name: 'subgraphs are pairs of a namespace and a remote graph',
    server: {
      answers: {
        '/assistants/agent/subgraphs': {
          namespace_1: { graph_id: 'graph_2', input_schema: {} },
          namespace_2: { graph_id: 'graph_3', input_schema: {} },
        },
      },
    },
    call: { method: 'getSubgraphs' },
    expected: [
      ['namespace_1', 'graph_2'],
      ['namespace_2', 'graph_3'],
    ],
  },
  {
    name: 'a state becomes a snapshot',
    server: stateIs(state),
    call: { method: 'getState', config: onThread },
    expected: snapshot,
  },
  {
    name: 'a snapshot names its parent',
    server: stateIs({ ...state, parent_checkpoint: parent }),
    call: { method: 'getState', config: onThread },
    expected: { ...snapshot, parentConfig: { configurable: parent } },
  },
  {
    name: 'a thread without a checkpoint has a snapshot',
    server: stateIs(unwritten),
    call: { method: 'getState', config: onThread },
    expected: unwrittenSnapshot,
  },
  {
    name: 'a history becomes snapshots',
    server: { answers: { '/threads/t/history': [state] } },
    call: { method: 'getHistory', config: onThread },
    expected: [snapshot],
  },
  {
    name: 'a history may contain a state without a checkpoint',
    server: { answers: { '/threads/t/history': [unwritten] } },
    call: { method: 'getHistory', config: onThread },
    expected: [unwrittenSnapshot],
  },
  {
    name: 'an update returns the configuration of the new state',
    server: { answers: { '/threads/t/state': { checkpoint } } },
    call: { method: 'updateState', config: onThread, values: { key: 'value' } },
    expected: { configurable: checkpoint },
  },
  {
    name: 'a run inside a surrounding graph throws its interrupt',
    server: { events: manyModes },
    call: { method: 'stream', input: { input: 'data' }, config: inNode, options: { streamMode: 'values' } },
    expected: {
      chunks: [{ chunk: 'data1' }, { chunk: 'data2' }, { chunk: 'data3' }],
      error: { name: 'GraphInterrupt', interrupts: question },
    },
  },
  stream('values are streamed without updates', manyModes, { streamMode: 'values' }, [
    { chunk: 'data1' },
    { chunk: 'data2' },
    { chunk: 'data3' },
  ]),
  stream('messages are streamed with their metadata', manyModes, { streamMode: 'messages' }, [message]),
  stream(
    'updates are the default mode',
    updates,
    undefined,
    updates.map(([, data]) => data),
  ),
  stream('a list of modes names the mode', updates, { streamMode: ['updates'] }, updates),
  stream(
    'a list of modes with subgraphs names namespace and mode',
    updates,
    { streamMode: ['updates'], subgraphs: true },
    updates.map(([mode, data]) => [[], mode, data]),
  ),
  stream(
    'one mode with subgraphs names the namespace',
    updates,
    { subgraphs: true },
    updates.map(([, data]) => [[], data]),
  ),
  stream(
    'events of subgraphs name theirs, for a list of modes',
    nestedUpdates,
    { streamMode: ['updates'], subgraphs: true },
    [
      [['my', 'subgraph'], 'updates', { chunk: 'data3' }],
      [['hello', 'subgraph'], 'updates', { chunk: 'data4' }],
      [['bye', 'subgraph'], 'updates', { __interrupt__: [] }],
    ],
  ),
  stream('events of subgraphs name theirs, for one mode', nestedUpdates, { subgraphs: true }, [
    [['my', 'subgraph'], { chunk: 'data3' }],
    [['hello', 'subgraph'], { chunk: 'data4' }],
    [['bye', 'subgraph'], { __interrupt__: [] }],
  ]),
  {
    name: 'invoke returns the last values',
    server: { events: answered },
    call: { method: 'invoke', input: messages, config: onThread },
    expected: { chunks: answer, error: null },
  },
  {
    name: 'a command is sent whole',
    server: { events: answered },
    call: {
      method: 'invoke',
      input: {
        $command: {
          goto: ['one', { $send: ['foo', { baz: 'qux' }] }],
          resume: 'bar',
          update: { foo: 'bar' },
        },
      },
      config: onThread,
    },
    sent: ['command', 'input', 'stream_mode', 'stream_subgraphs', 'if_not_exists'],
    expected: {
      chunks: answer,
      error: null,
      sent: {
        command: {
          update: { foo: 'bar' },
          resume: 'bar',
          goto: ['one', { node: 'foo', input: { baz: 'qux' } }],
        },
        stream_mode: ['values', 'updates'],
        stream_subgraphs: false,
        if_not_exists: 'create',
      },
    },
  },
  sentBy(
    'the recursion limit and own keys are sent',
    {
      configurable: { thread_id: 't', custom_key: 'custom' },
      recursionLimit: 10,
      tags: ['test', 'invoke'],
      metadata: { source: 'test', number: 42, flag: true },
    },
    {
      config: { configurable: { custom_key: 'custom' }, recursion_limit: 10, tags: ['test', 'invoke'] },
      metadata: { source: 'test', number: 42, flag: true },
    },
  ),
  sentBy(
    'the fields of a surrounding graph are not sent',
    {
      configurable: {
        thread_id: 't',
        normal: 'value',
        checkpoint_map: { key: 'value' },
        checkpoint_id: '123',
        checkpoint_ns: 'ns',
      },
    },
    { config: { configurable: { normal: 'value' } } },
  ),
  sentBy(
    'deep metadata is sent as it is',
    { ...onThread, metadata: deep },
    { config: { configurable: {} }, metadata: deep },
  ),
  sentBy('an empty configuration stays empty', onThread, { config: { configurable: {} } }),
  sentBy(
    'tags and metadata that are no JSON are left out',
    {
      ...onThread,
      tags: ['tag1', 123, { obj: 'tag' }, 'tag2'],
      metadata: { list: [1, 2, 'three'], nested: { key: 'v', invalid: { $function: true } } },
    },
    {
      config: { configurable: {}, tags: ['tag1', 'tag2'] },
      metadata: { list: [1, 2, 'three'], nested: { key: 'v' } },
    },
  ),
  sentBy(
    'a configuration that contains itself does not end the call',
    { configurable: { thread_id: 't', circular: { $self: true } } },
    {
      config: {
        configurable: { circular: { configurable: { thread_id: 't', circular: '[Circular]' } } },
      },
    },
  ),
  ...tracedRuns,
];
