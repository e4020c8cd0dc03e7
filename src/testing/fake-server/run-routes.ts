import { randomUUID } from 'node:crypto';
import { JsonText, memberText } from 'exact-json';
import { agentIds, assistantId, defaultAgentId } from './graph.ts';
import {
  errorResponse,
  jsonResponse,
  membersIn,
  asRecord,
  type FakeResponse,
  type FakeRequest,
  type FakeServerState,
} from './http.ts';
import type { ServerProfile } from './server-profiles.ts';
import { findFakeCheckpoint, newRun, newThread, type FakeRun, type FakeThread } from './thread-store.ts';

export function runRoutes(
  state: FakeServerState,
  thread: FakeThread,
  request: FakeRequest,
  parts: readonly string[],
): FakeResponse {
  const [id, action] = parts;
  if (request.method === 'POST' && (id === undefined || id === 'stream')) {
    return startRun(state, thread, request);
  }
  if (id === undefined) {
    const isOfEveryThread = state.profile.runList === 'every-thread';
    const runs = [...state.runs.values()]
      .filter(({ threadId }) => isOfEveryThread || threadId === thread.id)
      .toReversed();
    const offset = isOfEveryThread ? 0 : Number(request.query.get('offset') ?? 0);
    const limit = Number(request.query.get('limit') ?? 10);
    const page =
      state.profile.runList === 'slice'
        ? runs.toReversed().slice(offset, limit)
        : runs.slice(offset, offset + limit);
    return jsonResponse(page.map((run) => runJson(state.profile, run)));
  }
  const run = state.runs.get(id);
  if (!run || run.threadId !== thread.id) return errorResponse(404, `Run '${id}' not found`);
  if (action === 'stream') return { kind: 'join', run };
  if (action === 'cancel') {
    run.cancelled = run.status === 'pending' || run.status === 'running';
    return jsonResponse(null);
  }
  return jsonResponse(runJson(state.profile, run));
}

function startRun(state: FakeServerState, thread: FakeThread, request: FakeRequest): FakeResponse {
  const { busyStatus } = state.profile;
  if (thread.status === 'busy' && busyStatus !== 200)
    return errorResponse(busyStatus, 'Thread is already running a task.');
  const body = membersIn(request);
  const { agents } = state.profile;
  const named = String(agents ? (body['agent_id'] ?? defaultAgentId) : body['assistant_id']);
  const isThere = agents ? agentIds.includes(named) : named === assistantId || named === 'exact';
  if (!isThere) return errorResponse(404, `Assistant '${named}' not found`);
  const checkpointId = asRecord(body['checkpoint'])['checkpoint_id'];
  const base =
    typeof checkpointId === 'string'
      ? findFakeCheckpoint(thread, checkpointId)
      : (thread.checkpoints.at(-1) ?? null);
  const run = newRun(thread, request.bodyText);
  state.runs.set(run.id, run);
  if (!agents) Object.assign(thread.metadata, { graph_id: 'exact', assistant_id: assistantId });
  return { kind: 'start', run, base };
}

function agentOf({ bodyText }: FakeRun): string {
  return String(JSON.parse(memberText(bodyText, 'agent_id') ?? JSON.stringify(defaultAgentId)));
}

/** A run record in the format of this kind of server. */
export function runJson({ runRecords, agents }: ServerProfile, run: FakeRun): object {
  const record = {
    run_id: run.id,
    thread_id: run.threadId,
    ...(agents ? { agent_id: agentOf(run) } : { assistant_id: assistantId }),
    created_at: run.createdAt,
    updated_at: run.createdAt,
    status: run.status,
    multitask_strategy: 'reject',
  };
  const sent = (name: string): JsonText => new JsonText(memberText(run.bodyText, name) ?? 'null');
  if (runRecords === 'none') return record;
  if (runRecords === 'kwargs') {
    const kwargs = { input: new JsonText(run.inputText), resumable: run.resumable };
    return { ...record, metadata: new JsonText(run.metadataText), kwargs };
  }
  return {
    ...record,
    input: sent('input'),
    config: sent('config'),
    context: sent('context'),
    error_message: run.error,
  };
}

/**
 * Stateless runs: `POST /runs`, `/runs/stream`, and joining one. Each has a temporary thread, which is
 * deleted when the run ends unless it is to be kept.
 */
export function statelessRunRoutes(
  state: FakeServerState,
  request: FakeRequest,
  id: string | undefined,
  action: string | undefined,
): FakeResponse {
  if (request.method === 'POST' && (id === undefined || id === 'stream')) {
    const marks = asRecord(JSON.parse(memberText(request.bodyText, 'metadata') ?? '{}'));
    const thread = newThread(randomUUID(), marks);
    state.threads.set(thread.id, thread);
    const started = startRun(state, thread, request);
    if (started.kind === 'start') started.run.isStateless = true;
    return started;
  }
  const run = state.runs.get(id ?? '');
  return run && action === 'stream' ? { kind: 'join', run } : errorResponse(404, 'Not Found');
}
