import { randomUUID } from 'node:crypto';
import { containsJson, elementTexts, memberText, memberTexts, stringifyExact } from 'exact-json';
import { agentRoutes } from './agent-routes.ts';
import { assistantRoutes } from './assistant-routes.ts';
import { serializeValues } from './graph.ts';
import {
  errorResponse,
  jsonResponse,
  membersIn,
  numberIn,
  asRecord,
  type FakeResponse,
  type FakeRequest,
  type FakeServerState,
} from './http.ts';
import { openApiJson, refusedByProfile } from './profile-responses.ts';
import { lists } from './lists.ts';
import { runRoutes, statelessRunRoutes } from './run-routes.ts';
import { historyRoutes, stateRoutes } from './state-routes.ts';
import { newThread, threadJson, writeFakeState, type FakeThread } from './thread-store.ts';

/**
 * Responds like a hosted server: JSON errors with `detail`, 422 for invalid input, objects for `before`. The
 * restrictions of the server's profile come first.
 */
export function handleRequest(state: FakeServerState, request: FakeRequest): FakeResponse {
  const { profile } = state;
  const refused = refusedByProfile(profile, request);
  if (refused) return refused;
  const [area, id, ...rest] = request.path.split('/').filter(Boolean);
  const route = `${request.method} ${rest[0] ?? ''}`.trim();
  if (area === 'ok') return jsonResponse({ ok: true });
  if (area === 'info') return jsonResponse(profile.info);
  if (area === 'openapi.json' && profile.openApi) return jsonResponse(openApiJson(profile));
  const listed = lists(request) ?? state.crons.handle(request) ?? state.store.handle(request);
  if (listed) return listed;
  if (area === 'assistants') return assistantRoutes(state, request, id, route);
  if (area === 'agents' && profile.agents) return agentRoutes(request, id, route);
  if (area === 'runs') return statelessRunRoutes(state, request, id, rest[0]);
  if (area !== 'threads') return errorResponse(404, 'Not Found');
  if (id === undefined && request.method === 'POST') return createThread(state, request);
  if (id === 'search') return jsonResponse(searchThreads(state, request));
  if (id === 'prune') return jsonResponse({ pruned_count: pruneThreads(state, request) });
  const thread = state.threads.get(id ?? '') ?? createdByRun(state, request, id, rest);
  if (!thread && profile.unknownThreadRun === 422 && isRunStart(request, rest))
    return errorResponse(422, `Thread '${id ?? ''}' not found`);
  if (!thread) return errorResponse(profile.unknownThread, `Thread '${id ?? ''}' not found`);
  if (rest[0] === 'runs') return runRoutes(state, thread, request, rest.slice(1));
  if (rest[0] === 'state') return stateRoutes(state, thread, request, rest[1]);
  if (rest[0] === 'history') return historyRoutes(state, thread, request);
  if (rest[0] === 'storage') return jsonResponse(storageJson(thread));
  return rest.length === 0 ? oneThread(state, thread, request) : errorResponse(404, 'Not Found');
}

/** Each checkpoint has a version of each value, which takes the bytes of its JSON. */
function storageJson({ id, checkpoints }: FakeThread): object {
  const byChannel = new Map<string, { versions: number; bytes: number }>();
  for (const { values } of checkpoints) {
    for (const [name, text] of values) {
      const { versions, bytes } = byChannel.get(name) ?? { versions: 0, bytes: 0 };
      byChannel.set(name, { versions: versions + 1, bytes: bytes + text.length });
    }
  }
  const stored = [...byChannel.values()];
  const bytes = stored.reduce((sum, channel) => sum + channel.bytes, 0);
  const checkpointBytes = 300 * checkpoints.length;
  return {
    thread_id: id,
    total_bytes: checkpointBytes + bytes,
    checkpoints: { count: checkpoints.length, bytes: checkpointBytes },
    channel_values: {
      count: stored.reduce((sum, channel) => sum + channel.versions, 0),
      bytes,
      by_channel: Object.fromEntries(byChannel),
    },
    pending_writes: { count: 0, bytes: 0 },
  };
}

function isRunStart(request: FakeRequest, [part, action]: readonly string[]): boolean {
  return request.method === 'POST' && part === 'runs' && (action === undefined || action === 'stream');
}

/** The thread that a run creates on a server that needs none. */
function createdByRun(
  state: FakeServerState,
  request: FakeRequest,
  id: string | undefined,
  rest: readonly string[],
): FakeThread | undefined {
  if (id === undefined || state.profile.unknownThreadRun !== 200 || !isRunStart(request, rest))
    return undefined;
  const thread = newThread(id, {});
  state.threads.set(id, thread);
  return thread;
}

function createThread(state: FakeServerState, request: FakeRequest): FakeResponse {
  const body = membersIn(request);
  const id = typeof body['thread_id'] === 'string' ? body['thread_id'] : randomUUID();
  const there = state.threads.get(id);
  const isRefused = state.profile.existingThread === 'refused' && body['if_exists'] !== 'do_nothing';
  if (there && isRefused) return errorResponse(409, 'Thread already exists');
  const thread = there ?? newThread(id, asRecord(body['metadata']));
  state.threads.set(id, thread);
  if (!there && state.profile.supersteps)
    writeSupersteps(thread, memberText(request.bodyText, 'supersteps') ?? '[]');
  return jsonResponse(threadJson(thread));
}

/** Supersteps passed with a new thread: a checkpoint for each. */
function writeSupersteps(thread: FakeThread, listText: string): void {
  for (const step of elementTexts(listText)) {
    for (const update of elementTexts(memberText(step, 'updates') ?? '[]')) {
      const values = new Map(
        memberTexts(memberText(update, 'values') ?? '{}').map(({ key, text: value }) => [key, value]),
      );
      const asNode: unknown = JSON.parse(memberText(update, 'as_node') ?? 'null');
      writeFakeState(
        thread,
        thread.checkpoints.at(-1) ?? null,
        values,
        typeof asNode === 'string' ? asNode : null,
      );
    }
  }
}

/** Keeps the newest checkpoint of each thread; returns the number of known threads. */
function pruneThreads(state: FakeServerState, request: FakeRequest): number {
  const { thread_ids: ids } = membersIn(request);
  const threads = [...state.threads.values()].filter(({ id }) => Array.isArray(ids) && ids.includes(id));
  for (const { checkpoints } of threads) checkpoints.splice(0, Math.max(0, checkpoints.length - 1));
  return threads.length;
}

function oneThread(state: FakeServerState, thread: FakeThread, request: FakeRequest): FakeResponse {
  if (request.method === 'DELETE') state.threads.delete(thread.id);
  if (request.method === 'PATCH') Object.assign(thread.metadata, asRecord(membersIn(request)['metadata']));
  const { threadRecord } = state.profile;
  return jsonResponse({
    ...threadJson(thread),
    ...(threadRecord.values ? {} : { values: null }),
    ...(threadRecord.interrupts ? {} : { interrupts: undefined }),
  });
}

function searchThreads(state: FakeServerState, request: FakeRequest): object[] {
  const { ids, status, metadata } = membersIn(request);
  const values = memberText(request.bodyText, 'values');
  const { valuesFilter } = state.profile;
  const filters = valuesFilter !== 'ignored';
  const threads = [...state.threads.values()].filter(
    (thread) =>
      (state.profile.idsFilter === 'ignored' || !Array.isArray(ids) || ids.includes(thread.id)) &&
      (typeof status !== 'string' || status === thread.status) &&
      containsJson(stringifyExact(thread.metadata), JSON.stringify(asRecord(metadata))) &&
      (!filters || values === null || hasValues(thread, values, valuesFilter === 'matches-empty')),
  );
  const newest = threads.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  const sorted = state.profile.threadOrder === 'newest-first' ? newest : newest.toReversed();
  const offset = numberIn(request, 'offset');
  return sorted.slice(offset, offset + (numberIn(request, 'limit') || 10)).map((thread) => {
    const record = threadJson(thread);
    return filters ? record : { ...record, values: null };
  });
}

function hasValues(thread: FakeThread, valuesText: string, ifEmpty: boolean): boolean {
  const head = thread.checkpoints.at(-1);
  return head === undefined ? ifEmpty : containsJson(serializeValues(head.values), valuesText);
}
