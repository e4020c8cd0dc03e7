import { randomUUID } from 'node:crypto';
import { JsonText } from '../exact-json/json-text.ts';
import { elementTexts, memberText, memberTexts } from '../exact-json/members.ts';
import { stringifyExact } from '../exact-json/stringify.ts';
import { graphJson, nodeNames, schemasJson } from './stand-in-server-graph.ts';
import { newRun, type StandInRun } from './stand-in-server-runs.ts';
import {
  newThread,
  pythonTime,
  stateText,
  threadJson,
  updateThread,
  type StandInCheckpoint,
  type StandInThread,
} from './stand-in-server-threads.ts';

/** One request, its body still text. */
export interface StandInRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bodyText: string;
}

/** A plain answer, or a run to be streamed: from its start, or from behind an event. */
export type StandInAnswer =
  | { readonly kind: 'json'; readonly status: number; readonly text: string }
  | { readonly kind: 'start'; readonly run: StandInRun; readonly base: StandInCheckpoint | null }
  | { readonly kind: 'join'; readonly run: StandInRun };

/** What the server remembers. */
export interface StandInWorld {
  readonly threads: Map<string, StandInThread>;
  readonly runs: Map<string, StandInRun>;
  readonly faults: {
    readonly ignoresCheckpoints: boolean;
    readonly dropsNul: boolean;
    readonly assistants: number;
    readonly graph: object | null;
    readonly schemas: object | null;
  };
}

export const assistantId = '11111111-2222-5333-8444-555555555555';

const assistant = {
  assistant_id: assistantId,
  graph_id: 'exact',
  name: 'exact',
  description: null,
  version: 1,
  config: new JsonText('{"configurable":{"limit":12345678901234567890}}'),
  context: {},
  metadata: { created_by: 'system' },
  created_at: pythonTime(),
  updated_at: pythonTime(),
};

/** Answers as a hosted server does: JSON errors with `detail`, 422 for what is not valid, objects for `before`. */
export function answer(world: StandInWorld, request: StandInRequest): StandInAnswer {
  const [area, id, ...rest] = request.path.split('/').filter(Boolean);
  const place = `${request.method} ${rest[0] ?? ''}`.trim();
  if (area === 'ok') return json({ ok: true });
  if (area === 'info') return json(info);
  if (area === 'assistants') return assistants(world, request, id, place);
  if (area !== 'threads') return detail(404, 'Not Found');
  if (id === undefined && request.method === 'POST') return createThread(world, request);
  if (id === 'search') return json(searchThreads(world, request));
  if (id === 'prune') return json({ pruned_count: pruneThreads(world, request) });
  const thread = world.threads.get(id ?? '');
  if (!thread) return detail(404, `Thread '${id ?? ''}' not found`);
  if (rest[0] === 'runs') return runs(world, thread, request, rest.slice(1));
  if (rest[0] === 'state') return state(world, thread, request, rest[1]);
  if (rest[0] === 'history') return history(thread, request);
  return rest.length === 0 ? oneThread(world, thread, request) : detail(404, 'Not Found');
}

const info = {
  version: '0.5.26',
  langgraph_py_version: '1.2.12',
  flags: { assistants: true, crons: true, langsmith: false },
  metadata: {},
};

function assistants(
  world: StandInWorld,
  request: StandInRequest,
  id: string | undefined,
  place: string,
): StandInAnswer {
  if (id === 'search') {
    const offset = numberIn(request, 'offset');
    const count = Math.max(0, Math.min(numberIn(request, 'limit') || 10, world.faults.assistants - offset));
    return json(Array.from({ length: count }, (_, index) => assistantAt(offset + index)));
  }
  if (id !== assistantId && id !== 'exact') return detail(404, `Assistant '${id ?? ''}' not found`);
  if (place === 'GET graph') return json(world.faults.graph ?? graphJson);
  if (place === 'GET schemas') return json(world.faults.schemas ?? schemasJson);
  return place === 'GET' ? json(assistant) : detail(404, 'Not Found');
}

/** The first one is the real one; the others only fill the list. */
function assistantAt(index: number): object {
  if (index === 0) return assistant;
  return { ...assistant, assistant_id: `${assistantId.slice(0, -3)}${String(index).padStart(3, '0')}` };
}

function createThread(world: StandInWorld, request: StandInRequest): StandInAnswer {
  const body = membersIn(request);
  const id = typeof body['thread_id'] === 'string' ? body['thread_id'] : randomUUID();
  const there = world.threads.get(id);
  if (there && body['if_exists'] !== 'do_nothing') return detail(409, 'Thread already exists');
  const thread = there ?? newThread(id, recordOf(body['metadata']));
  world.threads.set(id, thread);
  if (!there) writeSupersteps(thread, memberText(request.bodyText, 'supersteps') ?? '[]');
  return json(threadJson(thread));
}

/** A history that is given together with the thread: a checkpoint for each step. */
function writeSupersteps(thread: StandInThread, listText: string): void {
  for (const step of elementTexts(listText)) {
    for (const update of elementTexts(memberText(step, 'updates') ?? '[]')) {
      const values = new Map(
        memberTexts(memberText(update, 'values') ?? '{}').map(({ key, text: value }) => [key, value]),
      );
      const asNode: unknown = JSON.parse(memberText(update, 'as_node') ?? 'null');
      updateThread(
        thread,
        thread.checkpoints.at(-1) ?? null,
        values,
        typeof asNode === 'string' ? asNode : null,
      );
    }
  }
}

function searchThreads(world: StandInWorld, request: StandInRequest): object[] {
  const limit = numberIn(request, 'limit') || 10;
  const { ids } = membersIn(request);
  const asked = [...world.threads.values()].filter(({ id }) => !Array.isArray(ids) || ids.includes(id));
  const newest = asked.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  const offset = numberIn(request, 'offset');
  return newest.slice(offset, offset + limit).map(threadJson);
}

/** Keeps the newest checkpoint of each, as a hosted server does; the number is of those that it knows. */
function pruneThreads(world: StandInWorld, request: StandInRequest): number {
  const { thread_ids: ids } = membersIn(request);
  const known = [...world.threads.values()].filter(({ id }) => Array.isArray(ids) && ids.includes(id));
  for (const { checkpoints } of known) checkpoints.splice(0, Math.max(0, checkpoints.length - 1));
  return known.length;
}

function oneThread(world: StandInWorld, thread: StandInThread, request: StandInRequest): StandInAnswer {
  if (request.method === 'DELETE') world.threads.delete(thread.id);
  if (request.method === 'PATCH') Object.assign(thread.metadata, recordOf(membersIn(request)['metadata']));
  return json(threadJson(thread));
}

function state(
  world: StandInWorld,
  thread: StandInThread,
  request: StandInRequest,
  part: string | undefined,
): StandInAnswer {
  const head = thread.checkpoints.at(-1) ?? null;
  if (request.method === 'GET') {
    return text(stateText(thread, part === undefined ? head : find(thread, part)));
  }
  const body = membersIn(request);
  const { checkpoint, subgraphs, as_node: asNode } = body;
  const named = recordOf(checkpoint)['checkpoint_id'];
  if (checkpoint !== undefined && typeof checkpoint !== 'object')
    return invalid('checkpoint', 'a valid object');
  if (part === 'checkpoint') {
    if (subgraphs !== undefined && typeof subgraphs !== 'boolean')
      return invalid('subgraphs', 'a valid boolean');
    const found = typeof named === 'string' ? find(thread, named) : head;
    return found || named === undefined
      ? text(stateText(thread, found))
      : detail(404, 'Checkpoint not found');
  }
  if (thread.status === 'busy') return detail(409, 'Thread has an active run');
  if (typeof asNode === 'string' && ![...nodeNames, '__start__', '__end__'].includes(asNode)) {
    return detail(422, `Node ${asNode} does not exist`);
  }
  const base = typeof named === 'string' && !world.faults.ignoresCheckpoints ? find(thread, named) : head;
  const written = memberText(request.bodyText, 'values') ?? '';
  const members = memberTexts(world.faults.dropsNul ? written.replaceAll('\\u0000', '') : written);
  const update = new Map(members.map(({ key, text: value }) => [key, value]));
  const made = updateThread(thread, base, update, typeof asNode === 'string' ? asNode : null);
  return json({ checkpoint: { thread_id: thread.id, checkpoint_ns: '', checkpoint_id: made.id } });
}

function history(thread: StandInThread, request: StandInRequest): StandInAnswer {
  const { before } = membersIn(request);
  if (before !== undefined && typeof before !== 'object') return invalid('before', 'a valid object');
  const last = recordOf(before)['checkpoint_id'];
  const older = thread.checkpoints.filter(({ id }) => typeof last !== 'string' || id < last).toReversed();
  const rows = older.slice(0, numberIn(request, 'limit') || 1);
  return text(`[${rows.map((row) => stateText(thread, row)).join(',')}]`);
}

function runs(
  world: StandInWorld,
  thread: StandInThread,
  request: StandInRequest,
  parts: readonly string[],
): StandInAnswer {
  const [id, action] = parts;
  if (request.method === 'POST' && (id === undefined || id === 'stream')) {
    return startRun(world, thread, request);
  }
  if (id === undefined) {
    const own = [...world.runs.values()].filter(({ threadId }) => threadId === thread.id).toReversed();
    const offset = Number(request.query.get('offset') ?? 0);
    return json(own.slice(offset, offset + Number(request.query.get('limit') ?? 10)).map(runJson));
  }
  const run = world.runs.get(id);
  if (!run || run.threadId !== thread.id) return detail(404, `Run '${id}' not found`);
  if (action === 'stream') return { kind: 'join', run };
  if (action === 'cancel') {
    run.cancelled = run.status === 'pending' || run.status === 'running';
    return json(null);
  }
  return json(runJson(run));
}

function startRun(world: StandInWorld, thread: StandInThread, request: StandInRequest): StandInAnswer {
  if (thread.status === 'busy') return detail(409, 'Thread is already running a task.');
  const body = membersIn(request);
  if (body['assistant_id'] !== assistantId && body['assistant_id'] !== 'exact') {
    return detail(404, `Assistant '${String(body['assistant_id'])}' not found`);
  }
  const named = recordOf(body['checkpoint'])['checkpoint_id'];
  const base = typeof named === 'string' ? find(thread, named) : (thread.checkpoints.at(-1) ?? null);
  const run = newRun(thread, request.bodyText);
  world.runs.set(run.id, run);
  Object.assign(thread.metadata, { graph_id: 'exact', assistant_id: assistantId });
  return { kind: 'start', run, base };
}

export function runJson(run: StandInRun): object {
  return {
    run_id: run.id,
    thread_id: run.threadId,
    assistant_id: assistantId,
    created_at: run.createdAt,
    updated_at: run.createdAt,
    status: run.status,
    metadata: new JsonText(run.metadataText),
    kwargs: { input: new JsonText(run.inputText), resumable: run.resumable },
    multitask_strategy: 'reject',
  };
}

function find(thread: StandInThread, checkpointId: string): StandInCheckpoint | null {
  return thread.checkpoints.find(({ id }) => id === checkpointId) ?? null;
}

export function json(value: unknown): StandInAnswer {
  return text(stringifyExact(value));
}

function text(body: string): StandInAnswer {
  return { kind: 'json', status: 200, text: body };
}

export function detail(status: number, words: unknown): StandInAnswer {
  return { kind: 'json', status, text: JSON.stringify({ detail: words }) };
}

function invalid(name: string, wanted: string): StandInAnswer {
  return detail(422, [{ loc: ['body', name], msg: `Input should be ${wanted}`, type: 'type_error' }]);
}

/** The parsed members of a body; their exact texts are read apart where they matter. */
function membersIn(request: StandInRequest): Record<string, unknown> {
  return recordOf(request.bodyText === '' ? {} : JSON.parse(request.bodyText));
}

function numberIn(request: StandInRequest, key: string): number {
  const value = membersIn(request)[key];
  return typeof value === 'number' ? value : 0;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
