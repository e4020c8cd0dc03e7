import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { GraphServerError, UnconfirmedChangeError, type GraphClient } from 'remote-graph-client/client';
import { elementTexts, JsonText } from 'exact-json';
import { AppError } from '../../shared/app-error.ts';
import { toWireError, type WireError } from '../../shared/wire-error.ts';
import type { Thread } from '../../shared/model/thread.ts';
import type { ThreadActionResult } from '../../shared/model/thread-listing.ts';
import { asAppError } from '../common/server-errors.ts';
import { readState } from './read-state.ts';
import { toThread } from './mappers/thread-mapper.ts';
import { parseObjectMembers, objectFromMembers } from './mappers/filter-mapper.ts';
import { parseJsonInput } from '../common/json-input.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

interface NewThreadRequest {
  readonly graphId: string;
  readonly name: string | null;
  readonly threadId?: string | undefined;
  readonly metadataText?: string | undefined;
  readonly updatesText?: string | undefined;
}

// Creates a thread. A generated id with "do nothing if it exists" makes the request safe to repeat;
// a given id must be new, because another thread with it is not what was requested.
export async function createThread(
  client: GraphClient,
  plan: NewThreadRequest,
  signal: AbortSignal,
): Promise<Thread> {
  const typed = plan.metadataText === undefined ? [] : parseObjectMembers(plan.metadataText, 'The metadata');
  const name = plan.name === null ? [] : [{ key: 'name', text: JSON.stringify(plan.name) }];
  const supersteps = plan.updatesText === undefined ? [] : parseInitialSupersteps(plan.updatesText);
  const created = await client.threads.create(
    {
      threadId: plan.threadId ?? randomUUID(),
      graphId: plan.graphId,
      ifExists: plan.threadId === undefined ? 'do_nothing' : 'raise',
      metadata: objectFromMembers([...typed, ...name]),
      ...(supersteps.length === 0 ? {} : { supersteps }),
    },
    { signal, purpose: 'threads.create' },
  );
  const thread = parseThread(created);
  if (supersteps.length > 0) await checkUpdates(client, thread.threadId);
  return thread;
}

// A server that does not support initial updates ignores them silently.
async function checkUpdates(client: GraphClient, threadId: string): Promise<void> {
  const state = await readState(client, threadId, null, new AbortController().signal);
  if (state.checkpointId !== null) return;
  throw new AppError('unsupported', 'The thread was created, but the server rejected its initial updates.', {
    hint: 'Open it and update its state one step at a time.',
    details: { threadId },
  });
}

interface ThreadUpdate {
  readonly threadId: string;
  readonly metadataText: string;
  // What the user saw.
  readonly expected?: Partial<Pick<Thread, 'name' | 'tags'>> | undefined;
}

export async function updateThread(
  client: GraphClient,
  { threadId, metadataText, expected }: ThreadUpdate,
  signal: AbortSignal,
): Promise<Thread> {
  if (expected !== undefined) await refuseOverwriting(client, threadId, expected, signal);
  const metadata = objectFromMembers(parseObjectMembers(metadataText, 'The metadata'));
  return parseThread(
    await client.threads.update(threadId, { metadata }, { signal, purpose: 'threads.update' }),
  );
}

// Servers take no condition with a change, so what another client writes right now is still overwritten.
async function refuseOverwriting(
  client: GraphClient,
  threadId: string,
  expected: Partial<Pick<Thread, 'name' | 'tags'>>,
  signal: AbortSignal,
): Promise<void> {
  const wire = await client.threads.get(threadId, { signal, purpose: 'threads.update' });
  const { name, tags } = parseThread(wire);
  // A name that is taken from the messages was given by nobody.
  const metadata = recordOrEmpty(wire.metadata);
  const isNamed = ['name', 'title', 'thread_name'].some(
    (key) => nonEmptyStringOrNull(metadata[key]) !== null,
  );
  const isRenamed = expected.name !== undefined && isNamed && expected.name !== name;
  const isTagged = expected.tags !== undefined && !isDeepStrictEqual(expected.tags, tags);
  if (!isRenamed && !isTagged) return;
  const what = [isRenamed ? 'name' : '', isTagged ? 'tags' : ''].filter((one) => one !== '').join(' and ');
  throw new AppError('conflict', `Another client has changed the ${what} of this thread.`, {
    hint: 'Nothing was written. Choose what to save.',
  });
}

// Does the same to each thread, one by one, so that each has its result.
async function onEach(
  threadIds: readonly string[],
  signal: AbortSignal,
  act: (threadId: string) => Promise<WireError | null>,
): Promise<ThreadActionResult[]> {
  const outcomes: ThreadActionResult[] = [];
  for (const threadId of threadIds) {
    signal.throwIfAborted();
    outcomes.push({ threadId, problem: await act(threadId) });
  }
  return outcomes;
}

// Deletes threads one by one. A missing one counts as deleted, so that it is safe to repeat.
export function deleteThreads(
  client: GraphClient,
  threadIds: readonly string[],
  signal: AbortSignal,
): Promise<ThreadActionResult[]> {
  return onEach(threadIds, signal, (threadId) => deleteOne(client, threadId, signal));
}

async function deleteOne(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
): Promise<WireError | null> {
  try {
    await client.threads.delete(threadId, { signal, purpose: 'threads.delete' });
    return null;
  } catch (error) {
    const isMissing = error instanceof GraphServerError && error.status === 404;
    return isMissing ? stillThere(client, threadId, signal) : toWireError(asAppError(error));
  }
}

// A missing thread and a missing route are both a 404. One that can still be read was not deleted.
async function stillThere(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
): Promise<WireError | null> {
  try {
    await client.threads.get(threadId, { signal, purpose: 'threads.delete' });
  } catch (error) {
    if (error instanceof GraphServerError && error.status === 404) return null;
    return toWireError(asAppError(error));
  }
  return toWireError(new AppError('unsupported', 'This server does not delete threads.'));
}

// Deletes all but the newest state of each, one by one, because the response for many is only a count. Throws
// `unsupported` on servers without pruning.
export function pruneThreads(
  client: GraphClient,
  threadIds: readonly string[],
  signal: AbortSignal,
): Promise<ThreadActionResult[]> {
  return onEach(threadIds, signal, (threadId) => pruneOne(client, threadId, signal));
}

async function pruneOne(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
): Promise<WireError | null> {
  const options = { strategy: 'keep_latest', signal, purpose: 'threads.prune' } as const;
  try {
    const { pruned_count: count } = await client.threads.prune([threadId], options);
    return count === 0 ? toWireError(prunedNothing()) : null;
  } catch (error) {
    if (error instanceof GraphServerError && [404, 405, 501].includes(error.status)) throw cantPrune(error);
    const isDone = error instanceof UnconfirmedChangeError && (await hasOneState(client, threadId));
    return isDone ? null : toWireError(asAppError(error));
  }
}

async function hasOneState(client: GraphClient, threadId: string): Promise<boolean> {
  // Not aborted with the change: that was made.
  const states = await client.threads
    .getHistory(threadId, { limit: 2 }, { purpose: 'threads.prune' })
    .catch(() => null);
  return states !== null && states.length <= 1;
}

function prunedNothing(): AppError {
  return new AppError('not-found', 'Nothing was pruned: the thread does not exist, or has nothing to prune.');
}

function cantPrune({ status }: GraphServerError): AppError {
  return new AppError('unsupported', 'This server does not support pruning threads.', {
    hint: 'Here you can only delete whole threads.',
    details: { status: String(status) },
  });
}

/** Maps a thread record. Throws `protocol` for anything else. */
export function parseThread(wire: unknown): Thread {
  const thread = toThread(wire);
  if (thread) return thread;
  throw new AppError('protocol', 'The server did not return a thread.');
}

const updatesLabel = 'The list of initial updates';

// Parses initial updates: each item is a superstep, or a list of its updates. An update is an object with
// `as_node` and `values`, sent verbatim. Throws `invalid-input` naming the invalid one.
function parseInitialSupersteps(listText: string) {
  const { text } = parseJsonInput(listText, updatesLabel);
  if (!text.trimStart().startsWith('[')) throw wrong('It must be a list.');
  return elementTexts(text).map((step, index) => {
    const updates = step.startsWith('[') ? elementTexts(step) : [step];
    if (updates.length === 0) throw wrong(`Step ${index + 1} is empty.`);
    return { updates: updates.map((update) => updateOf(update, index + 1)) };
  });
}

function updateOf(text: string, step: number) {
  const members = parseObjectMembers(text, `Step ${step} of the initial updates`);
  const unknown = members.find(({ key }) => !['as_node', 'values'].includes(key));
  if (unknown)
    throw wrong(`Step ${step} has the unknown field "${unknown.key}". Only as_node and values are allowed.`);
  const textOf = (key: string): string | undefined => members.findLast((member) => member.key === key)?.text;
  const asNode: unknown = JSON.parse(textOf('as_node') ?? 'null');
  if (typeof asNode !== 'string' || asNode === '') throw wrong(`Step ${step} has no node in "as_node".`);
  const values = textOf('values');
  return { asNode, ...(values === undefined ? {} : { values: new JsonText(values) }) };
}

function wrong(sentence: string): AppError {
  return new AppError('invalid-input', `${updatesLabel} can't be sent. ${sentence}`, {
    hint: 'Write it as [{"as_node": "__start__", "values": {"key": "value"}}]. Nothing was sent.',
    details: { where: updatesLabel },
  });
}
