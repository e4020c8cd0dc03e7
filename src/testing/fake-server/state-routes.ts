import { JsonText, memberText, memberTexts } from 'exact-json';
import { nodeNames, serializeValues } from './graph.ts';
import {
  errorResponse,
  validationErrorResponse,
  jsonResponse,
  membersIn,
  numberIn,
  asRecord,
  textResponse,
  type FakeResponse,
  type FakeRequest,
  type FakeServerState,
} from './http.ts';
import { findFakeCheckpoint, stateText, writeFakeState, type FakeThread } from './thread-store.ts';

/** `GET` and `POST /threads/{id}/state`, with a checkpoint or without. */
export function stateRoutes(
  state: FakeServerState,
  thread: FakeThread,
  request: FakeRequest,
  part: string | undefined,
): FakeResponse {
  const head = thread.checkpoints.at(-1) ?? null;
  if (state.profile.checkpoints === 'none') return stateWithoutCheckpoint(thread, request);
  if (request.method === 'GET') {
    return textResponse(stateText(thread, part === undefined ? head : findFakeCheckpoint(thread, part)));
  }
  const body = membersIn(request);
  const { checkpoint, subgraphs, as_node: asNode } = body;
  const named = asRecord(checkpoint)['checkpoint_id'];
  if (checkpoint !== undefined && typeof checkpoint !== 'object')
    return validationErrorResponse(state.profile, 'checkpoint', 'a valid object');
  if (part === 'checkpoint') {
    if (state.profile.postedReads === 'create') return created(state, thread, request);
    const expectedType = state.profile.subgraphsFlag === 'text' ? 'string' : 'boolean';
    if (subgraphs !== undefined && typeof subgraphs !== expectedType)
      return validationErrorResponse(state.profile, 'subgraphs', `a valid ${expectedType}`);
    const target = typeof named === 'string' ? findFakeCheckpoint(thread, named) : head;
    return target || named === undefined
      ? textResponse(stateText(thread, target))
      : errorResponse(404, 'Checkpoint not found');
  }
  const { busyEditStatus } = state.profile;
  if (thread.status === 'busy' && busyEditStatus !== 200)
    return errorResponse(busyEditStatus, 'Thread has an active run');
  if (typeof asNode === 'string' && ![...nodeNames, '__start__', '__end__'].includes(asNode)) {
    return errorResponse(422, `Node ${asNode} does not exist`);
  }
  const base =
    typeof named === 'string' && !state.faults.ignoresCheckpoints ? findFakeCheckpoint(thread, named) : head;
  const written = memberText(request.bodyText, 'values') ?? '';
  const members = memberTexts(state.faults.dropsNul ? written.replaceAll('\\u0000', '') : written);
  const update = new Map(members.map(({ key, text: value }) => [key, value]));
  const made = writeFakeState(thread, base, update, typeof asNode === 'string' ? asNode : null);
  return jsonResponse({ checkpoint: { thread_id: thread.id, checkpoint_ns: '', checkpoint_id: made.id } });
}

/** `GET` and `POST /threads/{id}/history`. */
export function historyRoutes(
  state: FakeServerState,
  thread: FakeThread,
  request: FakeRequest,
): FakeResponse {
  if (state.profile.checkpoints === 'none') return jsonResponse([]);
  const isGet = request.method === 'GET';
  const before = isGet ? (request.query.get('before') ?? undefined) : membersIn(request)['before'];
  const expectedType = isGet || state.profile.historyBefore === 'id' ? 'string' : 'object';
  if (before !== undefined && typeof before !== expectedType)
    return validationErrorResponse(state.profile, 'before', `a valid ${expectedType}`);
  const last = typeof before === 'string' ? before : asRecord(before)['checkpoint_id'];
  const older = thread.checkpoints.filter(({ id }) => typeof last !== 'string' || id < last).toReversed();
  const limit = isGet ? Number(request.query.get('limit') ?? 1) : numberIn(request, 'limit') || 1;
  return textResponse(
    `[${older
      .slice(0, limit)
      .map((row) => stateText(thread, row))
      .join(',')}]`,
  );
}

/** The values of a thread, and an edit that is lost. */
function stateWithoutCheckpoint(thread: FakeThread, request: FakeRequest): FakeResponse {
  if (request.method !== 'GET') return jsonResponse({ configurable: { thread_id: thread.id } });
  const head = thread.checkpoints.at(-1);
  return jsonResponse({
    values: new JsonText(head ? serializeValues(head.values) : '{}'),
    next: [],
    tasks: [],
    metadata: {},
    created_at: null,
    checkpoint: { thread_id: thread.id, checkpoint_ns: '' },
    parent_checkpoint: null,
    interrupts: [],
  });
}

/** For servers that create a checkpoint where others read one. */
function created(state: FakeServerState, thread: FakeThread, request: FakeRequest): FakeResponse {
  state.createdByReads.push(`${request.method} ${request.path}`);
  const head = thread.checkpoints.at(-1) ?? null;
  return textResponse(stateText(thread, writeFakeState(thread, head, new Map(), null)));
}
