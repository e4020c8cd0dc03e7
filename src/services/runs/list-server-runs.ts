import pLimit from 'p-limit';
import type { GraphClient, WireRun } from 'remote-graph-client/client';
import { isActive } from '../../shared/model/is-active.ts';
import type {
  ServerRun,
  ServerRunKind,
  ServerRunList,
  ServerRunThread,
} from '../../shared/model/server-run.ts';
import type { Thread, ThreadStatus } from '../../shared/model/thread.ts';
import { toWireError } from '../../shared/wire-error.ts';
import { asAppError } from '../errors/server-errors.ts';
import { toRun } from './run-mapper.ts';
import { isResumableRecord, runSourceOf } from './run-record-mapper.ts';
import { toThread } from '../threads/mappers/thread-mapper.ts';
import { namesQuestion, type StopReasons } from '../threads/stop-reasons.ts';
import type { ThreadListCaches } from '../threads/thread-list-caches.ts';
import type { ThreadNameCache } from '../threads/thread-name-cache.ts';

const maxRunsPerThread = 50;
const readsAtOnce = 4;
// Threads per search, as many as any server returns at once.
const threadsPerPage = 100;
// The members that a row needs; values may be megabytes per thread.
const members = ['thread_id', 'status', 'metadata', 'created_at', 'updated_at'];
// Threads whose names are read from their values, which may be megabytes each; they are remembered.
const maxNamed = 100;
const purpose = 'serverRuns.list';

interface ListedThread extends Thread {
  readonly hasQuestion: boolean;
}

const threadStatusOf: Readonly<Record<ServerRunKind, Exclude<ThreadStatus, 'unknown'>>> = {
  active: 'busy',
  waiting: 'interrupted',
  failed: 'error',
};

/**
 * The runs of a server, by way of its threads, because no server lists runs over threads: the threads with the
 * status that such runs cause, and then the runs of each. A thread whose runs can't be read stays in the list.
 */
export async function listServerRuns(
  client: GraphClient,
  { names, stops }: ThreadListCaches,
  { kind, maxThreads }: { readonly kind: ServerRunKind; readonly maxThreads: number },
  signal: AbortSignal,
): Promise<ServerRunList> {
  const { threads: listed, hasMore } = await searchThreads(client, kind, maxThreads, signal);
  const waiting = kind === 'waiting' ? await thoseThatWait(client, stops, listed, signal) : listed;
  const threads = await withNames(client, names, waiting, signal);
  const inTurn = pLimit(readsAtOnce);
  const rows = await Promise.all(
    threads.map((thread) => inTurn(() => readThread(client, thread, kind, signal))),
  );
  signal.throwIfAborted();
  const visibleRows = rows.filter(({ runs }) => runs === null || runs.length > 0);
  return { threads: visibleRows, read: listed.length, hasMore };
}

async function searchThreads(
  client: GraphClient,
  kind: ServerRunKind,
  limit: number,
  signal: AbortSignal,
): Promise<{ readonly threads: readonly ListedThread[]; readonly hasMore: boolean }> {
  const status = threadStatusOf[kind];
  const select = kind === 'waiting' ? [...members, 'interrupts'] : members;
  const query = { status, sortBy: 'updated_at', sortOrder: 'desc', select } as const;
  const threads: ListedThread[] = [];
  const visited = new Set<string>();
  for (let offset = 0; ; offset += threadsPerPage) {
    const page = await client.threads.search(
      { ...query, limit: threadsPerPage, offset },
      { signal, purpose },
    );
    for (const wire of page) {
      const thread = toThread(wire);
      // A server may ignore the filter, or the offset.
      if (thread === null || thread.status !== status || visited.has(thread.threadId)) continue;
      if (threads.length === limit) return { threads, hasMore: true };
      visited.add(thread.threadId);
      threads.push({ ...thread, hasQuestion: namesQuestion(wire) });
    }
    if (page.length < threadsPerPage || offset > 20 * limit) return { threads, hasMore: false };
  }
}

// The threads that wait for a person, as the Inbox lists them.
async function thoseThatWait(
  client: GraphClient,
  stops: StopReasons,
  threads: readonly ListedThread[],
  signal: AbortSignal,
): Promise<readonly ListedThread[]> {
  const reasons = await stops.read(client, threads, { signal, purpose });
  return threads.flatMap((thread): ListedThread[] => {
    const reason = reasons.get(thread.threadId) ?? null;
    if (reason === 'nothing' || reason === 'cancel') return [];
    return [reason === null ? thread : { ...thread, interruptedBy: reason }];
  });
}

// A list without some names is better than none.
async function withNames(
  client: GraphClient,
  names: ThreadNameCache,
  threads: readonly Thread[],
  signal: AbortSignal,
): Promise<readonly Thread[]> {
  const some = threads.slice(0, maxNamed);
  const named = await names.fill(client, some, signal).catch(() => some);
  return [...named, ...threads.slice(maxNamed)];
}

async function readThread(
  client: GraphClient,
  { threadId, name, graphId, status, interruptedBy, updatedAt }: Thread,
  kind: ServerRunKind,
  signal: AbortSignal,
): Promise<ServerRunThread> {
  const thread = {
    threadId,
    name,
    graphId,
    status,
    ...(interruptedBy === undefined ? {} : { interruptedBy }),
    updatedAt,
  };
  try {
    if (kind === 'active') return { ...thread, ...(await activeRuns(client, threadId, signal)) };
    const [newest] = await client.runs.list(threadId, { limit: 1 }, { signal, purpose });
    return { ...thread, runs: newest ? toServerRuns([newest]) : null, problem: null, hasMore: false };
  } catch (error) {
    signal.throwIfAborted();
    return { ...thread, runs: null, problem: toWireError(asAppError(error)), hasMore: false };
  }
}

// In the order in which they run: the running ones, then the queue.
async function activeRuns(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
): Promise<Pick<ServerRunThread, 'runs' | 'problem' | 'hasMore'>> {
  const [running, pending] = await Promise.all(
    (['running', 'pending'] as const).map((status) =>
      client.runs.list(threadId, { status, limit: maxRunsPerThread }, { signal, purpose }),
    ),
  );
  const all = [...(running ?? []), ...(pending ?? [])];
  const unique = new Map(toServerRuns(all).map((run) => [run.runId, run]));
  const runs = [...unique.values()].filter(({ status }) => isActive(status));
  return {
    runs: runs.toSorted(byTurn),
    problem: null,
    hasMore: [running, pending].some((list) => (list?.length ?? 0) >= maxRunsPerThread),
  };
}

function byTurn(a: ServerRun, b: ServerRun): number {
  if (a.status !== b.status) return a.status === 'running' ? -1 : 1;
  return (a.createdAt ?? '').localeCompare(b.createdAt ?? '');
}

function toServerRuns(wires: readonly WireRun[]): ServerRun[] {
  return wires.flatMap((wire) => {
    const run = toRun(wire, () => null);
    if (run === null) return [];
    const { runId, assistantId, status, createdAt } = run;
    return {
      runId,
      assistantId,
      status,
      createdAt,
      source: runSourceOf(wire),
      resumable: isResumableRecord(wire),
    };
  });
}
