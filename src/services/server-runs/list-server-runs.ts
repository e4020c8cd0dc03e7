import type { GraphClient, WireRun } from '../../remote-graph/client.ts';
import { isActive } from '../../shared/model/runs/is-active.ts';
import type {
  ServerRun,
  ServerRunKind,
  ServerRunList,
  ServerRunThread,
} from '../../shared/model/runs/server-run.ts';
import type { Thread, ThreadStatus } from '../../shared/model/threads/thread.ts';
import { toWireError } from '../../shared/wire-error.ts';
import { limitConcurrency } from '../common/limit-concurrency.ts';
import { asAppError } from '../errors/server-errors.ts';
import { toRun } from '../runs/mappers/run-mapper.ts';
import { isResumableRecord, runSourceOf } from '../runs/mappers/run-record-mapper.ts';
import { toThread } from '../threads/mappers/thread-mapper.ts';

const mostRunsPerThread = 50;
const readsAtOnce = 4;
/** Threads per search, as many as any server returns at once. */
const threadsPerPage = 100;
/** The members that a row needs; values may be megabytes per thread. */
const members = ['thread_id', 'status', 'metadata', 'created_at', 'updated_at'];
const purpose = 'serverRuns.list';

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
  kind: ServerRunKind,
  mostThreads: number,
  signal: AbortSignal,
): Promise<ServerRunList> {
  const { threads, hasMore } = await searchThreads(client, threadStatusOf[kind], mostThreads, signal);
  const inTurn = limitConcurrency(readsAtOnce);
  const rows = await Promise.all(
    threads.map((thread) => inTurn(() => readThread(client, thread, kind, signal))),
  );
  signal.throwIfAborted();
  const listed = rows.filter(({ runs }) => runs === null || runs.length > 0);
  return { threads: listed, read: threads.length, hasMore };
}

async function searchThreads(
  client: GraphClient,
  status: Exclude<ThreadStatus, 'unknown'>,
  most: number,
  signal: AbortSignal,
): Promise<{ readonly threads: readonly Thread[]; readonly hasMore: boolean }> {
  const query = { status, sortBy: 'updated_at', sortOrder: 'desc', select: members } as const;
  const threads: Thread[] = [];
  const seen = new Set<string>();
  for (let offset = 0; ; offset += threadsPerPage) {
    const page = await client.threads.search(
      { ...query, limit: threadsPerPage, offset },
      { signal, purpose },
    );
    for (const wire of page) {
      const thread = toThread(wire);
      // A server may ignore the filter, or the offset.
      if (thread === null || thread.status !== status || seen.has(thread.threadId)) continue;
      if (threads.length === most) return { threads, hasMore: true };
      seen.add(thread.threadId);
      threads.push(thread);
    }
    if (page.length < threadsPerPage || offset > 20 * most) return { threads, hasMore: false };
  }
}

async function readThread(
  client: GraphClient,
  { threadId, name, graphId, status, updatedAt }: Thread,
  kind: ServerRunKind,
  signal: AbortSignal,
): Promise<ServerRunThread> {
  const thread = { threadId, name, graphId, status, updatedAt };
  try {
    if (kind === 'active') return { ...thread, ...(await activeRuns(client, threadId, signal)) };
    const [newest] = await client.runs.list(threadId, { limit: 1 }, { signal, purpose });
    return { ...thread, runs: newest ? toServerRuns([newest]) : null, problem: null, hasMore: false };
  } catch (thrown) {
    signal.throwIfAborted();
    return { ...thread, runs: null, problem: toWireError(asAppError(thrown)), hasMore: false };
  }
}

/** In the order in which they run: the running ones, then the queue. */
async function activeRuns(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
): Promise<Pick<ServerRunThread, 'runs' | 'problem' | 'hasMore'>> {
  const [running, pending] = await Promise.all(
    (['running', 'pending'] as const).map((status) =>
      client.runs.list(threadId, { status, limit: mostRunsPerThread }, { signal, purpose }),
    ),
  );
  const all = [...(running ?? []), ...(pending ?? [])];
  const unique = new Map(toServerRuns(all).map((run) => [run.runId, run]));
  const runs = [...unique.values()].filter(({ status }) => isActive(status));
  return {
    runs: runs.toSorted(byTurn),
    problem: null,
    hasMore: [running, pending].some((list) => (list?.length ?? 0) >= mostRunsPerThread),
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
