// Languages that a request can be copied in, beside curl. `client`: our own `remote-graph-client`.
export type CodeLanguage = 'python' | 'typescript' | 'client';

// How the official SDKs and our client make a request. All names but `name` are those of the HTTP API.
export interface SdkCall {
  readonly method: string;
  // `:name` is a path parameter.
  readonly path: string;
  // The method as JavaScript calls it; Python has the same in snake_case.
  readonly name: string;
  // Positional arguments; `null` is passed as such. Trailing ones may be missing.
  readonly positional: readonly (string | null)[];
  // Members passed by name. A request with others can't be made by this method.
  readonly named: readonly string[];
  // Members that this request may have but that change nothing, so that the SDK has no argument for them.
  readonly dropped?: readonly string[];
  readonly isStream?: true;
  readonly isBatch?: true;
  // Omitted: all.
  readonly languages?: readonly CodeLanguage[];
  readonly python?: PythonDifferences;
}

// Where the Python SDK differs. A request that it can't make whole is made by its HTTP client.
export interface PythonDifferences {
  // Passed by name, not by position.
  readonly byName?: readonly string[];
  // Members that it has no argument for, or takes in another form than JSON.
  readonly lacks?: readonly string[];
  // It has no default for these, although the server has.
  readonly requires?: readonly string[];
  // It does not send empty members, although they change something.
  readonly dropsEmpty?: true;
}

const assistant = ['graph_id', 'config', 'context', 'metadata', 'name', 'description'];
const page = ['limit', 'offset'];
const order = ['sort_by', 'sort_order', 'select'];
const run = [
  'input',
  'command',
  'config',
  'context',
  'metadata',
  'interrupt_before',
  'interrupt_after',
  'checkpoint',
  'checkpoint_id',
  'checkpoint_during',
  'webhook',
  'multitask_strategy',
  'if_not_exists',
  'on_completion',
  'after_seconds',
  'durability',
];
const streamed = ['stream_mode', 'stream_subgraphs', 'stream_resumable'];
const cron = [
  'schedule',
  'input',
  'config',
  'context',
  'metadata',
  'interrupt_before',
  'interrupt_after',
  'webhook',
  'end_time',
  'enabled',
  'timezone',
  'on_run_completed',
  'durability',
  ...streamed,
];
// A background run has no connection that could be lost, and waiting returns no events.
const created = { named: [...run, ...streamed], dropped: ['on_disconnect'] };
const streaming = { named: [...run, ...streamed, 'on_disconnect', 'feedback_keys'], isStream: true } as const;
const waiting = { named: [...run, 'on_disconnect'], dropped: streamed };

function call(
  request: string,
  name: string,
  positional: readonly (string | null)[],
  named: readonly string[] = [],
  more: Partial<SdkCall> = {},
): SdkCall {
  const [method = '', path = ''] = request.split(' ');
  return { method, path, name, positional, named, ...more };
}

// The calls, by request. Method names and arguments are those of `@langchain/langgraph-sdk` 1.12 and of
// `langgraph_sdk` 0.4.5.
export const sdkCalls: readonly SdkCall[] = [
  call('POST /assistants', 'assistants.create', [], [...assistant, 'assistant_id', 'if_exists'], {
    python: { requires: ['graph_id'] },
  }),
  call(
    'POST /assistants/search',
    'assistants.search',
    [],
    ['graph_id', 'metadata', 'name', ...page, ...order],
  ),
  call('POST /assistants/count', 'assistants.count', [], ['graph_id', 'metadata', 'name']),
  call('GET /assistants/:assistant_id', 'assistants.get', ['assistant_id']),
  call('PATCH /assistants/:assistant_id', 'assistants.update', ['assistant_id'], assistant, {
    python: { dropsEmpty: true },
  }),
  call('DELETE /assistants/:assistant_id', 'assistants.delete', ['assistant_id'], ['delete_threads']),
  call('GET /assistants/:assistant_id/graph', 'assistants.getGraph', ['assistant_id'], ['xray']),
  call('GET /assistants/:assistant_id/schemas', 'assistants.getSchemas', ['assistant_id']),
  call('GET /assistants/:assistant_id/subgraphs', 'assistants.getSubgraphs', ['assistant_id'], ['recurse']),
  call(
    'GET /assistants/:assistant_id/subgraphs/:namespace',
    'assistants.getSubgraphs',
    ['assistant_id'],
    ['namespace', 'recurse'],
  ),
  call(
    'POST /assistants/:assistant_id/versions',
    'assistants.getVersions',
    ['assistant_id'],
    ['metadata', ...page],
  ),
  call('POST /assistants/:assistant_id/latest', 'assistants.setLatest', ['assistant_id', 'version']),

  call('POST /threads', 'threads.create', [], ['thread_id', 'metadata', 'if_exists', 'ttl']),
  call(
    'POST /threads/search',
    'threads.search',
    [],
    ['ids', 'status', 'metadata', 'values', 'extract', ...page, ...order],
  ),
  call('POST /threads/count', 'threads.count', [], ['status', 'metadata', 'values']),
  call('POST /threads/prune', 'threads.prune', ['thread_ids'], ['strategy']),
  call('GET /threads/:thread_id', 'threads.get', ['thread_id'], ['include']),
  call('PATCH /threads/:thread_id', 'threads.update', ['thread_id'], ['metadata', 'ttl'], {
    python: { requires: ['metadata'] },
  }),
  call('DELETE /threads/:thread_id', 'threads.delete', ['thread_id']),
  call('POST /threads/:thread_id/copy', 'threads.copy', ['thread_id']),
  call('GET /threads/:thread_id/state', 'threads.getState', ['thread_id', 'checkpoint_id'], ['subgraphs'], {
    python: { byName: ['checkpoint_id'] },
  }),
  call(
    'GET /threads/:thread_id/state/:checkpoint_id',
    'threads.getState',
    ['thread_id', 'checkpoint_id'],
    ['subgraphs'],
    { python: { byName: ['checkpoint_id'] } },
  ),
  call(
    'POST /threads/:thread_id/state/checkpoint',
    'threads.getState',
    ['thread_id', 'checkpoint'],
    ['subgraphs'],
    // Sent as `false` otherwise, where the JavaScript server takes only a text.
    { python: { requires: ['subgraphs'] } },
  ),
  call(
    'POST /threads/:thread_id/state',
    'threads.updateState',
    ['thread_id'],
    ['values', 'as_node', 'checkpoint', 'checkpoint_id'],
    { python: { requires: ['values'] } },
  ),
  // `before` is an ID here and a checkpoint in the call.
  call('GET /threads/:thread_id/history', 'threads.getHistory', ['thread_id'], ['limit']),
  call(
    'POST /threads/:thread_id/history',
    'threads.getHistory',
    ['thread_id'],
    ['limit', 'before', 'metadata', 'checkpoint'],
  ),
  call('GET /threads/:thread_id/stream', 'threads.joinStream', ['thread_id'], ['stream_mode'], {
    dropped: ['stream_modes'],
    isStream: true,
  }),

  call('GET /threads/:thread_id/runs', 'runs.list', ['thread_id'], ['limit', 'offset', 'status', 'select']),
  call('POST /threads/:thread_id/runs', 'runs.create', ['thread_id', 'assistant_id'], [], created),
  call('POST /runs', 'runs.create', [null, 'assistant_id'], [], created),
  call('POST /threads/:thread_id/runs/stream', 'runs.stream', ['thread_id', 'assistant_id'], [], streaming),
  call('POST /runs/stream', 'runs.stream', [null, 'assistant_id'], [], streaming),
  call('POST /threads/:thread_id/runs/wait', 'runs.wait', ['thread_id', 'assistant_id'], [], waiting),
  call('POST /runs/wait', 'runs.wait', [null, 'assistant_id'], [], waiting),
  // The TypeScript SDK sends the members of a batch by their JavaScript names, which servers ignore.
  call('POST /runs/batch', 'runs.createBatch', [], ['assistant_id', ...created.named, ...created.dropped], {
    isBatch: true,
    languages: ['python', 'client'],
  }),
  call('GET /threads/:thread_id/runs/:run_id', 'runs.get', ['thread_id', 'run_id']),
  call('DELETE /threads/:thread_id/runs/:run_id', 'runs.delete', ['thread_id', 'run_id']),
  call(
    'POST /threads/:thread_id/runs/:run_id/cancel',
    'runs.cancel',
    ['thread_id', 'run_id', 'wait', 'action'],
    [],
    { python: { byName: ['wait', 'action'] } },
  ),
  call('POST /runs/cancel', 'runs.cancelMany', [], ['thread_id', 'run_ids', 'status', 'action']),
  call('GET /threads/:thread_id/runs/:run_id/join', 'runs.join', ['thread_id', 'run_id']),
  call(
    'GET /threads/:thread_id/runs/:run_id/stream',
    'runs.joinStream',
    ['thread_id', 'run_id'],
    ['cancel_on_disconnect', 'stream_mode'],
    { isStream: true },
  ),

  call('POST /runs/crons', 'crons.create', ['assistant_id'], [...cron, 'multitask_strategy'], {
    python: { lacks: ['end_time'], requires: ['schedule'] },
  }),
  call(
    'POST /threads/:thread_id/runs/crons',
    'crons.createForThread',
    ['thread_id', 'assistant_id'],
    [...cron, 'multitask_strategy'],
    { python: { lacks: ['end_time', 'on_run_completed'], requires: ['schedule'] } },
  ),
  call(
    'POST /runs/crons/search',
    'crons.search',
    [],
    ['assistant_id', 'thread_id', 'enabled', 'metadata', ...page, ...order],
  ),
  call('POST /runs/crons/count', 'crons.count', [], ['assistant_id', 'thread_id', 'metadata']),
  call('PATCH /runs/crons/:cron_id', 'crons.update', ['cron_id'], cron, { python: { lacks: ['end_time'] } }),
  call('DELETE /runs/crons/:cron_id', 'crons.delete', ['cron_id']),

  call('PUT /store/items', 'store.putItem', ['namespace', 'key', 'value'], ['index', 'ttl']),
  call('GET /store/items', 'store.getItem', ['namespace', 'key'], ['refresh_ttl']),
  call('DELETE /store/items', 'store.deleteItem', ['namespace', 'key']),
  call(
    'POST /store/items/search',
    'store.searchItems',
    ['namespace_prefix'],
    ['filter', 'query', 'refresh_ttl', ...page],
  ),
  call('POST /store/namespaces', 'store.listNamespaces', [], ['prefix', 'suffix', 'max_depth', ...page]),

  call('GET /info', 'meta.info', [], [], { languages: ['client'] }),
  call('GET /ok', 'meta.ok', [], ['check_db'], { languages: ['client'] }),
];
