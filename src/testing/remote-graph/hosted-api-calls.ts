import { expect } from 'vitest';
import type { GraphClient } from 'remote-graph-client/client';

const T = '01a1faf6-6041-7141-8886-e92af3b04960';
const R = '01a1fafa-eb8c-7621-927e-9ab7b4173294';
const A = '448d9971-82d9-5ba1-9f86-5a2d69bdeef4';
const C = '1f1e52d9-57c8-6210-8001-ba050892fc5c';

/** IDs used by all requests. */
export const ids = { thread: T, run: R, assistant: A } as const;

export const checkpoint = { thread_id: T, checkpoint_ns: '', checkpoint_id: C };

/** Makes one request, or a few that belong together. */
export type HostedCall = (client: GraphClient) => Promise<unknown>;

const drain = async (items: AsyncIterable<unknown>, limit = Infinity): Promise<void> => {
  let count = 0;
  for await (const item of items) {
    expect(item).toBeDefined();
    count += 1;
    if (count >= limit) return;
  }
};

const run = {
  input: { messages: [] },
  command: { resume: { ['ab'.repeat(16)]: false }, update: { a: 1 }, goto: ['one', 'two'] },
  streamMode: ['values', 'messages-tuple', 'tasks', 'checkpoints', 'updates', 'events', 'debug', 'custom'],
  streamSubgraphs: true,
  streamResumable: true,
  metadata: { a: 1 },
  config: { tags: ['t'], recursion_limit: 7, configurable: { a: 1 } },
  context: { c: 1 },
  checkpoint: { checkpoint_id: C, checkpoint_ns: '', checkpoint_map: null },
  interruptBefore: '*',
  interruptAfter: ['a'],
  multitaskStrategy: 'rollback',
  onDisconnect: 'cancel',
  ifNotExists: 'create',
  webhook: 'https://hook.test/?token=t',
  durability: 'exit',
  checkpointDuring: true,
  afterSeconds: 1,
  feedbackKeys: ['k'],
} as const;
const stateless = { ...run, checkpoint: undefined, onCompletion: 'keep' } as const;
const cron = {
  schedule: '0 * * * *',
  endTime: '2027-01-01T00:00:00Z',
  input: { a: 1 },
  metadata: { a: 1 },
  config: run.config,
  context: { c: 1 },
  webhook: 'https://hook.test/',
  interruptBefore: '*',
  interruptAfter: ['a'],
} as const;
const assistant = {
  graphId: 'agent',
  config: {},
  context: {},
  metadata: {},
  name: 'n',
  description: 'd',
} as const;
const ttl = { ttl: 60, strategy: 'delete' } as const;
const checkpointRef = { checkpointId: C, checkpointNs: 'sub:1' };

/** Every method of the client, with every option in the hosted description. */
export const hostedCalls: Record<string, HostedCall> = {
  'assistants.search': ({ assistants }) =>
    assistants.search({
      graphId: 'agent',
      metadata: {},
      name: 'n',
      limit: 5,
      offset: 1,
      sortBy: 'name',
      sortOrder: 'asc',
      select: ['name'],
    }),
  'assistants.searchAll': ({ assistants }) => drain(assistants.searchAll({ graphId: 'agent' })),
  'assistants.count': ({ assistants }) => assistants.count({ graphId: 'agent', metadata: {} }),
  'assistants.get': ({ assistants }) => assistants.get(A),
  'assistants.create': ({ assistants }) =>
    assistants.create({ ...assistant, assistantId: A, ifExists: 'do_nothing' }),
  'assistants.update': ({ assistants }) => assistants.update(A, assistant),
  'assistants.delete': ({ assistants }) => assistants.delete(A),
  'assistants.getGraph': ({ assistants }) => assistants.getGraph(A, { xray: 2 }),
  'assistants.getGraph, whole': ({ assistants }) => assistants.getGraph(A, { xray: true }),
  'assistants.getSchemas': ({ assistants }) => assistants.getSchemas(A),
  'assistants.getSubgraphs': ({ assistants }) => assistants.getSubgraphs(A, { recurse: true }),
  'assistants.getSubgraphs, one': ({ assistants }) => assistants.getSubgraphs(A, { namespace: 'a|b' }),
  'threads.create': ({ threads }) =>
    threads.create({
      threadId: T,
      metadata: { a: 1 },
      graphId: 'agent',
      ifExists: 'raise',
      ttl: 60,
      supersteps: [{ updates: [{ values: { a: 1 }, command: null, asNode: 'a' }] }],
    }),
  'threads.create, plain': ({ threads }) => threads.create(),
  'threads.get': ({ threads }) => threads.get(T),
  'threads.search': ({ threads }) =>
    threads.search({
      ids: [T],
      metadata: {},
      values: {},
      status: 'idle',
      limit: 5,
      offset: 1,
      sortBy: 'status',
      sortOrder: 'asc',
      select: ['thread_id'],
    }),
  'threads.searchAll': ({ threads }) => drain(threads.searchAll()),
  'threads.count': ({ threads }) => threads.count({ metadata: {}, values: {}, status: 'busy' }),
  'threads.update': ({ threads }) => threads.update(T, { metadata: { a: 1 }, ttl }),
  'threads.update, nothing back': ({ threads }) => threads.update(T, { returnMinimal: true }),
  'threads.delete': ({ threads }) => threads.delete(T),
  'threads.copy': ({ threads }) => threads.copy(T),
  'threads.getState': ({ threads }) => threads.getState(T, null, { subgraphs: true }),
  'threads.getState, by id': ({ threads }) => threads.getState(T, C, { subgraphs: true }),
  'threads.getState, by place': ({ threads }) => threads.getState(T, { ...checkpointRef, subgraphs: true }),
  'threads.getState, by checkpoint': ({ threads }) => threads.getState(T, checkpoint),
  'threads.getHistory': ({ threads }) =>
    threads.getHistory(T, { ...checkpointRef, limit: 5, before: C, metadata: { source: 'loop' } }),
  'threads.historyAll': ({ threads }) => drain(threads.historyAll(T, { before: checkpoint })),
  'threads.updateState': ({ threads }) =>
    threads.updateState(T, { values: null, asNode: 'a', ...checkpointRef }),
  'runs.list': ({ runs }) =>
    runs.list(T, { limit: 5, offset: 1, status: 'pending', select: ['run_id', 'status'] }),
  'runs.listAll': ({ runs }) => drain(runs.listAll(T)),
  'runs.get': ({ runs }) => runs.get(T, R),
  'runs.create': ({ runs }) => runs.create(T, 'agent', run),
  'runs.create, stateless': ({ runs }) => runs.create(null, 'agent', stateless),
  'runs.createBatch': ({ runs }) =>
    runs.createBatch([{ ...stateless, assistantId: A }, { assistantId: 'b' }]),
  'runs.stream': ({ runs }) => drain(runs.stream(T, 'agent', run)),
  'runs.stream, stateless': ({ runs }) => drain(runs.stream(null, 'agent', stateless)),
  'runs.joinStream': ({ runs }) =>
    drain(runs.joinStream(T, R, { lastEventId: '1', cancelOnDisconnect: true, streamMode: 'values' })),
  'runs.wait': ({ runs }) => runs.wait(T, 'agent', run),
  'runs.wait, stateless': ({ runs }) => runs.wait(null, 'agent', stateless),
  'runs.join': ({ runs }) => runs.join(T, R, { cancelOnDisconnect: true }),
  'runs.cancel': ({ runs }) => runs.cancel(T, R, { action: 'rollback' }),
  'runs.cancelMany': ({ runs }) => runs.cancelMany({ threadId: T, runIds: [R], action: 'interrupt' }),
  'runs.cancelMany, by status': ({ runs }) => runs.cancelMany({ status: 'all' }),
  'runs.delete': ({ runs }) => runs.delete(T, R),
  'crons.create': ({ crons }) => crons.create('agent', { ...cron, onRunCompleted: 'keep' }),
  'crons.createForThread': ({ crons }) =>
    crons.createForThread(T, 'agent', { ...cron, multitaskStrategy: 'enqueue' }),
  'crons.delete': ({ crons }) => crons.delete(A),
  'crons.search': ({ crons }) =>
    crons.search({
      assistantId: A,
      threadId: T,
      limit: 5,
      offset: 1,
      sortBy: 'next_run_date',
      sortOrder: 'asc',
      select: ['now'],
    }),
  'crons.searchAll': ({ crons }) => drain(crons.searchAll()),
  'crons.count': ({ crons }) => crons.count({ assistantId: A, threadId: T }),
  'store.putItem': ({ store }) => store.putItem(['a'], 'k', { v: 1 }),
  'store.deleteItem': ({ store }) => store.deleteItem(['a'], 'k'),
  'store.searchItems': ({ store }) =>
    store.searchItems(['a'], { filter: { v: 1 }, limit: 5, offset: 1, query: 'q' }),
  'store.searchAll': ({ store }) => drain(store.searchAll(['a'])),
  'store.listNamespaces': ({ store }) =>
    store.listNamespaces({ prefix: ['a'], suffix: ['b'], maxDepth: 2, limit: 5, offset: 1 }),
  'store.namespacesAll': ({ store }) => drain(store.namespacesAll()),
  'meta.info': ({ meta }) => meta.info(),
  'meta.ok': ({ meta }) => meta.ok({ checkDb: true }),
  'meta.services': ({ meta }) => meta.services(),
  'meta.metrics': ({ meta }) => meta.metrics(),
  'meta.read': ({ meta }) => meta.read({ method: 'GET', path: '/ok?check_db=1' }),
};

/** What we send although it is missing in the hosted description, which is older than the SDKs. */
export const intendedDeviations: Record<
  string,
  { readonly call: HostedCall; readonly expected: readonly string[]; readonly why: string }
> = {
  'assistants.count': {
    call: ({ assistants }) => assistants.count({ name: 'n' }),
    expected: ['body.name is unknown'],
    why: 'the SDKs and the JavaScript server have it',
  },
  'assistants.delete': {
    call: ({ assistants }) => assistants.delete(A, { deleteThreads: true }),
    expected: ['query.delete_threads is unknown'],
    why: 'the SDKs and the JavaScript server have it',
  },
  'assistants.getVersions': {
    call: ({ assistants }) => assistants.getVersions(A, { limit: 5, offset: 1, metadata: {} }),
    expected: ['body is unknown'],
    why: 'the description forgot its own AssistantVersionsSearchRequest; both SDKs send it',
  },
  'assistants.versionsAll': {
    call: ({ assistants }) => drain(assistants.versionsAll(A)),
    expected: ['body is unknown'],
    why: 'as getVersions',
  },
  'assistants.setLatest': {
    call: ({ assistants }) => assistants.setLatest(A, 2),
    expected: ['body is unknown'],
    why: 'sent in both places: both SDKs and the JavaScript server have it in the body',
  },
  'threads.get': {
    call: ({ threads }) => threads.get(T, { include: ['ttl'] }),
    expected: ['query.include is unknown'],
    why: 'the SDKs have it',
  },
  'threads.search': {
    call: ({ threads }) => threads.search({ extract: { a: 'values.a' } }),
    expected: ['body.extract is unknown'],
    why: 'the SDKs have it',
  },
  'threads.prune': {
    call: ({ threads }) => threads.prune([T], { strategy: 'keep_latest' }),
    expected: ['is not in the description'],
    why: 'the SDKs have it',
  },
  'threads.storage': {
    call: ({ threads }) => threads.storage(T),
    expected: ['is not in the description'],
    why: 'Python servers have it since 0.16',
  },
  'threads.joinStream': {
    call: ({ threads }) =>
      drain(threads.joinStream(T, { streamMode: ['run_modes', 'lifecycle'], lastEventId: '1' }), 1),
    expected: ['query.stream_mode is unknown'],
    why: "sent beside the description's `stream_modes`: both SDKs and the JavaScript server have it",
  },
  'threads.command': {
    call: ({ threads }) => threads.command(T, 'run.start', { assistant_id: 'agent' }),
    expected: ['is not in the description'],
    why: 'the event protocol of the JavaScript server',
  },
  'threads.startRun': {
    call: ({ threads }) => threads.startRun(T, 'agent', { config: {}, metadata: {} }),
    expected: ['is not in the description'],
    why: 'the event protocol of the JavaScript server',
  },
  'threads.events': {
    call: ({ threads }) => drain(threads.events(T, { channels: ['values'] }), 1),
    expected: ['is not in the description'],
    why: 'the event protocol of the JavaScript server',
  },
  'runs.create': {
    call: ({ runs }) => runs.create(T, 'agent', { checkpointId: C, langsmithTracer: { projectName: 'p' } }),
    expected: ['body.checkpoint_id is unknown', 'body.langsmith_tracer is unknown'],
    why: 'the SDK and the JavaScript server have both',
  },
  'runs.list': {
    call: ({ runs }) => runs.list(T, { status: 'running' }),
    expected: ['query.status has the wrong kind'],
    why: 'a status that runs have; the description left it out',
  },
  'runs.joinStream, without a thread': {
    call: ({ runs }) => drain(runs.joinStream(null, R)),
    expected: ['is not in the description'],
    why: 'the JavaScript server has it',
  },
  'crons.create': {
    call: ({ crons }) =>
      crons.create('agent', { ...cron, timezone: 'UTC', enabled: false, streamMode: 'values' }),
    expected: ['body.timezone is unknown', 'body.enabled is unknown', 'body.stream_mode is unknown'],
    why: 'the SDKs have them',
  },
  'crons.update': {
    call: ({ crons }) => crons.update(A, { endTime: null }),
    expected: ['is not in the description'],
    why: 'the SDKs have it',
  },
  'crons.search': {
    call: ({ crons }) => crons.search({ enabled: true, metadata: {} }),
    expected: ['body.metadata is unknown', 'body.enabled is unknown'],
    why: 'the SDKs have them',
  },
  'meta.openApi': {
    call: ({ meta }) => meta.openApi(),
    expected: ['is not in the description'],
    why: 'it is the description, which servers hand out',
  },
  'ui.getComponent': {
    call: ({ ui }) => ui.getComponent(A, 'card'),
    expected: ['is not in the description'],
    why: 'the JavaScript server and its SDK have it',
  },
  'store.putItem': {
    call: ({ store }) => store.putItem(['a'], 'k', {}, { index: ['v'], ttl: 5 }),
    expected: ['body.index is unknown', 'body.ttl is unknown'],
    why: 'the SDKs have them',
  },
  'store.getItem': {
    call: ({ store }) => store.getItem(['a', 'b'], 'k', { refreshTtl: true }),
    expected: ['query.refresh_ttl is unknown'],
    why: 'the SDKs have it; the namespace goes as "a.b", as both SDKs send it and the JavaScript server reads it',
  },
};

/** Operations that the client does not support, and why. */
export const unusedOperations: Record<string, string> = {
  'GET /threads/{thread_id}/history': 'the POST form says the same and more',
  'POST /a2a/{assistant_id}': 'another protocol (A2A)',
  'POST /mcp/': 'another protocol (MCP)',
  'GET /mcp/': 'another protocol (MCP)',
  'DELETE /mcp/': 'another protocol (MCP)',
};
