import { expect } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import type { CodeRequest } from '../../renderer/shared-ui/request-code/match-call.ts';
import type { Connection } from '../../shared/model/connection.ts';
import { sharedServer } from '../shared-server.ts';

/** What the copied requests are about. */
export interface CopiedRun {
  readonly connection: Connection;
  readonly threadId: string;
  readonly runId: string;
  readonly checkpointId: string;
  /** Of the default assistant of `writer`. */
  readonly assistantId: string;
}

/** A run that has ended on the real server. */
export async function makeCopiedRun(): Promise<CopiedRun> {
  const { url } = await sharedServer('real');
  const client = new GraphClient({ url, apiKey: null });
  const { thread_id: threadId } = await client.threads.create({ graphId: 'writer' });
  await client.runs.wait(threadId, 'writer', { input: { text: 'code' } });
  const connection: Connection = {
    id: 'real',
    kind: 'remote',
    name: 'Real',
    url,
    key: { storage: 'sealed', last4: 'anry' },
    headers: [{ name: 'x-team', last4: 'blue' }],
  };
  const runId = (await client.runs.list(threadId))[0]?.run_id ?? '';
  const checkpointId = (await client.threads.getState(threadId)).checkpoint?.checkpoint_id ?? '';
  const query = { graphId: 'writer', metadata: { created_by: 'system' } };
  const assistantId = (await client.assistants.search(query))[0]?.assistant_id ?? '';
  return { connection, threadId, runId, checkpointId, assistantId };
}

/** What copied requests read from the environment. */
export const secrets = { API_KEY: 'a-canary-key', HEADER_X_TEAM: 'blue' };

/** Breaks out of any quoting that forgets one of its characters. */
const hostile = `'"\`$(exit 3)\${process.exit(3)}\\'''\n\u2028\u202e\u{e0041}"""#*/`;

/** What arrived of a copied request. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly key: string | null;
  readonly team: string | null;
}

/** The requests of the studio, each once, with what makes quoting hard. */
export const studioRequests = ({
  threadId,
  runId,
  checkpointId,
  assistantId,
}: CopiedRun): readonly CodeRequest[] => [
  get('/info'),
  get('/ok'),
  post('/assistants/search', { limit: 100, offset: 0, metadata: { note: hostile } }),
  post('/assistants/count', { graph_id: 'writer' }),
  get(`/assistants/${assistantId}`),
  get(`/assistants/${assistantId}/graph?xray=true`),
  get(`/assistants/${assistantId}/schemas`),
  get(`/assistants/${assistantId}/subgraphs?recurse=true`),
  post('/assistants', { graph_id: 'writer', name: hostile, metadata: { __proto__: null, note: hostile } }),
  post('/threads', { metadata: { name: hostile }, if_exists: 'do_nothing' }),
  post('/threads/search', {
    limit: 3,
    offset: 0,
    metadata: { name: hostile },
    sort_by: 'updated_at',
    sort_order: 'desc',
    select: ['thread_id', 'status'],
  }),
  post('/threads/count', { status: 'busy' }),
  get(`/threads/${threadId}`),
  request('PATCH', `/threads/${threadId}`, { metadata: { note: hostile } }),
  post(`/threads/${threadId}/copy`, null),
  get(`/threads/${threadId}/state?subgraphs=true`),
  get(`/threads/${threadId}/state/${checkpointId}`),
  post(`/threads/${threadId}/state`, { values: { text: hostile }, as_node: 'plan' }),
  post(`/threads/${threadId}/state/checkpoint`, { checkpoint: { checkpoint_id: checkpointId } }),
  post(`/threads/${threadId}/history`, { limit: 2, metadata: { step: 1 } }),
  get(`/threads/${threadId}/history?limit=2`),
  get(`/threads/${threadId}/runs?limit=100000&offset=0`),
  get(`/threads/${threadId}/runs/${runId}`),
  get(`/threads/${threadId}/runs/${runId}/join`),
  post(`/threads/${threadId}/runs`, {
    assistant_id: 'writer',
    input: { text: hostile },
    multitask_strategy: 'enqueue',
  }),
  post(`/threads/${threadId}/runs/wait`, {
    assistant_id: 'writer',
    input: { text: hostile },
    multitask_strategy: 'enqueue',
  }),
  post(`/threads/${threadId}/runs/stream`, {
    assistant_id: 'writer',
    input: { text: hostile },
    stream_mode: ['values', 'updates'],
    multitask_strategy: 'enqueue',
    on_disconnect: 'continue',
  }),
  // No client has an argument for its last member.
  post('/runs/stream', { assistant_id: 'writer', input: { text: 'x' }, feedback_kinds: [hostile] }),
  post('/runs/wait', {
    assistant_id: 'writer',
    input: { text: hostile },
    on_completion: 'keep',
  }),
  post('/runs/batch', [{ assistant_id: 'writer', input: { text: hostile } }]),
  request('PUT', '/store/items', { namespace: ['code', 'tests'], key: hostile, value: { v: hostile } }),
  get(`/store/items?namespace=code.tests&key=${encodeURIComponent(hostile)}`),
  post('/store/items/search', { namespace_prefix: ['code'], filter: { v: hostile }, limit: 10, offset: 0 }),
  post('/store/namespaces', { prefix: ['code'], limit: 100, offset: 0 }),
  request('DELETE', '/store/items', { namespace: ['code', 'tests'], key: hostile }),
];
/** A request as the studio's log has it. */
export const request = (method: string, path: string, body: object | null): CodeRequest => ({
  method,
  path,
  requestBody: body === null ? null : JSON.stringify(body),
});
export const get = (path: string): CodeRequest => request('GET', path, null);
export const post = (path: string, body: object | null): CodeRequest => request('POST', path, body);

/** What both SDKs add or write differently, without a change of meaning. */
export function meaningOf({ method, path, body }: Pick<SentRequest, 'method' | 'path' | 'body'>): unknown {
  const [route = ''] = path.split('?');
  const isHistory = route.endsWith('/history');
  const query = Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? ''));
  const isRead = method === 'GET' || route.endsWith('/search') || route.endsWith('/count') || isHistory;
  const members = Array.isArray(body) ? { body } : { ...(body as object | null) };
  if (!isRead) return { method, route, ...members };
  // A search by GET or by POST: numbers are texts in a query.
  const all = Object.entries({ ...query, ...members });
  const texts = all.map(([key, value]) => [key, typeof value === 'number' ? String(value) : value]);
  return { method: isHistory ? 'read' : method, route, ...Object.fromEntries(texts) };
}

/** The client adds members of its own: an ID for a retry, defaults, a mark of its runs. */
export const expectedOf = (expected: object): unknown => expect.objectContaining(inner(expected));
const inner = (expected: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(expected).map(([key, value]: [string, unknown]) => [
      key,
      Array.isArray(value) && value.some((one) => typeof one === 'object')
        ? value.map((one: object) => expect.objectContaining(inner(one)) as unknown)
        : typeof value === 'object' && value !== null && !Array.isArray(value)
          ? (expect.objectContaining(inner(value)) as unknown)
          : value,
    ]),
  );
