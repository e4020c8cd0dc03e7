import { randomUUID } from 'node:crypto';
import { JsonText } from '../exact-json/json-text.ts';
import { memberText } from '../exact-json/members.ts';
import { assistantId } from './stand-in-server-assistants.ts';
import {
  detail,
  json,
  membersIn,
  recordOf,
  type StandInAnswer,
  type StandInRequest,
  type StandInWorld,
} from './stand-in-server-http.ts';
import type { StandInProfile } from './stand-in-server-profiles.ts';
import { newRun, type StandInRun } from './stand-in-server-runs.ts';
import { find } from './stand-in-server-states.ts';
import { newThread, type StandInThread } from './stand-in-server-threads.ts';

/** The routes below `/threads/{id}/runs`. */
export function runs(
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
    const limit = Number(request.query.get('limit') ?? 10);
    const page =
      world.profile.runList === 'slice'
        ? own.toReversed().slice(offset, limit)
        : own.slice(offset, offset + limit);
    return json(page.map((run) => runJson(world.profile, run)));
  }
  const run = world.runs.get(id);
  if (!run || run.threadId !== thread.id) return detail(404, `Run '${id}' not found`);
  if (action === 'stream') return { kind: 'join', run };
  if (action === 'cancel') {
    run.cancelled = run.status === 'pending' || run.status === 'running';
    return json(null);
  }
  return json(runJson(world.profile, run));
}

function startRun(world: StandInWorld, thread: StandInThread, request: StandInRequest): StandInAnswer {
  if (thread.status === 'busy') return detail(world.profile.busyStatus, 'Thread is already running a task.');
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

/** A run record as this kind of server writes it. */
export function runJson({ runRecords }: StandInProfile, run: StandInRun): object {
  const record = {
    run_id: run.id,
    thread_id: run.threadId,
    assistant_id: assistantId,
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
 * Runs without a thread: `POST /runs`, `/runs/stream`, and reading one on. Each has a temporary thread, which is gone
 * when the run has ended, unless it is to be kept.
 */
export function threadlessRuns(
  world: StandInWorld,
  request: StandInRequest,
  id: string | undefined,
  action: string | undefined,
): StandInAnswer {
  if (request.method === 'POST' && (id === undefined || id === 'stream')) {
    const marks = recordOf(JSON.parse(memberText(request.bodyText, 'metadata') ?? '{}'));
    const thread = newThread(randomUUID(), marks);
    world.threads.set(thread.id, thread);
    const started = startRun(world, thread, request);
    if (started.kind === 'start') started.run.isThreadless = true;
    return started;
  }
  const run = world.runs.get(id ?? '');
  return run && action === 'stream' ? { kind: 'join', run } : detail(404, 'Not Found');
}
