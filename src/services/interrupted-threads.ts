import { isUnsupportedRoute, rawTextOf, type GraphClient } from 'remote-graph-client/client';
import { interruptsBesideTasks } from './threads/mappers/task-mapper.ts';
import type { InboxThread, InboxThreadDetail } from '../shared/model/inbox.ts';
import { toThread } from './threads/mappers/thread-mapper.ts';
import { resolveAnsweredTasks } from './threads/resolve-answered-tasks.ts';
import { namesQuestion, type StopReasons } from './threads/stop-reasons.ts';
import type { ThreadNameCache } from './threads/thread-name-cache.ts';
import { readRawMembers } from './common/raw-members.ts';

// Most threads listed per server: as many as any server returns at once.
export const maxInboxThreads = 100;

// The members that a row needs; values may be megabytes per thread.
const members = ['thread_id', 'status', 'metadata', 'created_at', 'updated_at', 'interrupts'];

interface InterruptedThread extends Omit<InboxThread, 'stop'> {
  readonly hasQuestion: boolean;
}

export async function listInterruptedThreads(
  client: GraphClient,
  signal: AbortSignal,
): Promise<{ readonly threads: InterruptedThread[]; readonly more: boolean }> {
  const query = { status: 'interrupted', sortBy: 'updated_at', sortOrder: 'desc', select: members } as const;
  const call = { signal, purpose: 'inbox.watch' };
  const page = await client.threads.search({ ...query, limit: maxInboxThreads }, call);
  const moreText =
    page.length >= maxInboxThreads &&
    (await client.threads.search({ ...query, limit: 1, offset: maxInboxThreads }, call)).length > 0;
  const threads = page
    .flatMap((wire) => {
      const thread = toThread(wire);
      // A server that ignores the filter would fill the inbox with other threads.
      if (thread?.status !== 'interrupted') return [];
      const { threadId, graphId, assistantId, name, updatedAt } = thread;
      return { threadId, graphId, assistantId, name, updatedAt, hasQuestion: namesQuestion(wire) };
    })
    .toSorted((a, b) => (b.updatedAt ?? '').localeCompare(a.updatedAt ?? ''));
  return { threads: threads.slice(0, maxInboxThreads), more: moreText };
}

// The threads that wait for a person. Servers call others interrupted, too: after a step over the last node, and after a
// cancelled run. Of a thread that can't be read, the word of the server counts.
export async function withoutEnded(
  client: GraphClient,
  stops: StopReasons,
  threads: readonly InterruptedThread[],
  signal: AbortSignal,
): Promise<InboxThread[]> {
  const reasons = await stops.read(client, threads, { signal, purpose: 'inbox.watch' });
  return threads.flatMap(({ threadId, graphId, assistantId, name, updatedAt }) => {
    const reason = reasons.get(threadId) ?? null;
    if (reason === 'nothing' || reason === 'cancel') return [];
    return { threadId, graphId, assistantId, name, updatedAt, stop: reason };
  });
}

type ThreadCheck =
  | { readonly state: 'waits'; readonly thread: InboxThread }
  /** `done`: nothing waits for a person. */
  | { readonly state: 'busy' | 'done' };

// Checks a thread missing from the search. The JavaScript server may call a waiting thread idle: if a run
// streams subgraphs and one of two interrupts is answered, the status is that of the subgraph that ended
// last.
export async function checkThread(
  client: GraphClient,
  names: ThreadNameCache,
  threadId: string,
  signal: AbortSignal,
): Promise<ThreadCheck> {
  const call = { signal, purpose: 'inbox.watch' };
  const record = names.toNamedThread(await client.threads.get(threadId, call));
  if (record === null) return { state: 'done' };
  if (record.status === 'busy') return { state: 'busy' };
  const { interrupts } = await readPendingInterrupts(client, threadId, signal);
  if (interrupts.length === 0) return { state: 'done' };
  const { graphId, assistantId, name, updatedAt } = record;
  return { state: 'waits', thread: { threadId, graphId, assistantId, name, updatedAt, stop: 'question' } };
}

// A thread's interrupts from its record, for servers without states. Throws if there is no such thread.
async function interruptsInRecord(
  client: GraphClient,
  threadId: string,
  options: { readonly signal: AbortSignal; readonly purpose: string },
): Promise<InboxThreadDetail> {
  const wire = await client.threads.get(threadId, options);
  const record = readRawMembers(rawTextOf(wire));
  const updatedAt = toThread(wire)?.updatedAt ?? null;
  const interrupts = interruptsBesideTasks(record, [], []);
  return { threadId, interrupts, answered: [], next: [], since: updatedAt };
}

// A thread's interrupts from its newest state with subgraphs, because the thread record does not list all
// (docs/protocol.md, Thread records). Discards the values.
export async function readPendingInterrupts(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
): Promise<InboxThreadDetail> {
  const options = { signal, purpose: 'inbox.thread' };
  const wire = await client.threads
    .getState(threadId, { checkpointId: null, subgraphs: true }, options)
    .catch((error: unknown) => {
      if (isUnsupportedRoute(error)) return null;
      throw error;
    });
  if (wire === null) return interruptsInRecord(client, threadId, options);
  const {
    interrupts,
    answered = [],
    discarded,
    missing,
    next,
    createdAt,
  } = await resolveAnsweredTasks(client, threadId, wire, options);
  return {
    threadId,
    interrupts,
    answered,
    ...(discarded ? { discarded } : {}),
    ...(missing ? { missing } : {}),
    next,
    since: createdAt,
  };
}
