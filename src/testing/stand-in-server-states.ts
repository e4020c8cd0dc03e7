import { memberText, memberTexts } from '../exact-json/members.ts';
import { nodeNames } from './stand-in-server-graph.ts';
import {
  detail,
  invalid,
  json,
  membersIn,
  numberIn,
  recordOf,
  text,
  type StandInAnswer,
  type StandInRequest,
  type StandInWorld,
} from './stand-in-server-http.ts';
import {
  stateText,
  updateThread,
  type StandInCheckpoint,
  type StandInThread,
} from './stand-in-server-threads.ts';

/** `GET` and `POST /threads/{id}/state`, with a checkpoint or without. */
export function state(
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
    return invalid(world.profile, 'checkpoint', 'a valid object');
  if (part === 'checkpoint') {
    if (world.profile.postedReads === 'create') return created(world, thread, request);
    const wanted = world.profile.subgraphsFlag === 'text' ? 'string' : 'boolean';
    if (subgraphs !== undefined && typeof subgraphs !== wanted)
      return invalid(world.profile, 'subgraphs', `a valid ${wanted}`);
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

/** `GET` and `POST /threads/{id}/history`. */
export function history(world: StandInWorld, thread: StandInThread, request: StandInRequest): StandInAnswer {
  const isGet = request.method === 'GET';
  const before = isGet ? (request.query.get('before') ?? undefined) : membersIn(request)['before'];
  const wanted = isGet || world.profile.historyBefore === 'id' ? 'string' : 'object';
  if (before !== undefined && typeof before !== wanted)
    return invalid(world.profile, 'before', `a valid ${wanted}`);
  const last = typeof before === 'string' ? before : recordOf(before)['checkpoint_id'];
  const older = thread.checkpoints.filter(({ id }) => typeof last !== 'string' || id < last).toReversed();
  const limit = isGet ? Number(request.query.get('limit') ?? 1) : numberIn(request, 'limit') || 1;
  return text(
    `[${older
      .slice(0, limit)
      .map((row) => stateText(thread, row))
      .join(',')}]`,
  );
}

/** Servers that write a checkpoint where others read one. */
function created(world: StandInWorld, thread: StandInThread, request: StandInRequest): StandInAnswer {
  world.createdByReads.push(`${request.method} ${request.path}`);
  const head = thread.checkpoints.at(-1) ?? null;
  return text(stateText(thread, updateThread(thread, head, new Map(), null)));
}

/** A checkpoint of a thread; `null` for an id that it does not have. */
export function find(thread: StandInThread, checkpointId: string): StandInCheckpoint | null {
  return thread.checkpoints.find(({ id }) => id === checkpointId) ?? null;
}
