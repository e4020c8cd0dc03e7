import type { GraphClient, WireRun } from 'remote-graph-client/client';
import type { WhatChanged } from '../../shared/model/comparison.ts';
import { continuesFromHead } from '../../shared/model/continues-from-head.ts';
import type { RecordedRun } from '../../shared/model/thread-record.ts';
import { sortNewestFirst } from '../runs/run-records.ts';
import { toRun } from '../runs/run-mapper.ts';
import type { Run } from '../../shared/model/run.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import { toThread } from '../threads/mappers/thread-mapper.ts';
import { readThreadRecord } from '../threads/record/read-thread-record.ts';
import { attempt } from './side-content.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

export interface SearchedRun {
  readonly threadId: string;
  readonly runId: string;
  readonly graphId: string | null;
  readonly assistantId: string | null;
}

export interface GoodRun {
  readonly base: WhatChanged['base'];
  readonly searched: WhatChanged['searched'];
}

export interface SearchLimits {
  readonly runsPerThread: number;
  readonly threads: number;
}

const defaultLimits: SearchLimits = { runsPerThread: 200, threads: 100 };
const threadsPerPage = 50;
const purpose = 'compare.whatChanged';
const recordLimits = { checkpoints: 1000, subgraphs: 0, runs: 1000, text: 2 ** 28 };

interface Listed {
  readonly run: Run;
  readonly graphId: string | null;
}

// The last good run of the same graph before a run: of its thread, else of the threads that were changed last and have
// finished, because no server lists runs over threads. A run that another one continued has not finished its turn, nor has one
// that stopped at a question or a breakpoint.
export async function findLastSuccess(
  client: GraphClient,
  searched: SearchedRun,
  signal: AbortSignal,
  limits: SearchLimits = defaultLimits,
): Promise<GoodRun> {
  const { threadId, runId } = searched;
  let runs = 0;
  const readRuns = async (thread: string): Promise<{ listed: readonly Listed[]; isCut: boolean }> => {
    const page = await listRuns(client, thread, limits.runsPerThread, signal);
    runs += page.listed.length;
    return page;
  };
  const threadRuns = await readRuns(threadId);
  const position = threadRuns.listed.findIndex(({ run }) => run.runId === runId);
  const createdAt = threadRuns.listed[position]?.run.createdAt ?? null;
  const before = await lastGood(
    client,
    threadRuns.listed,
    searched,
    signal,
    (_run, index) => position >= 0 && index > position,
  );
  if (before !== null) {
    const base = { threadId, runId: before.runId };
    return { base, searched: { runs, threads: 1, isComplete: true, problem: null } };
  }

  let threads = 1;
  let best: Run | null = null;
  let isComplete = !threadRuns.isCut;
  const isBefore = (run: Run): boolean =>
    createdAt === null || (run.createdAt !== null && run.createdAt < createdAt);
  const search = async (): Promise<void> => {
    for await (const page of finishedThreads(client, searched.graphId, signal)) {
      for (const thread of page) {
        if (thread.threadId === threadId) continue;
        // Threads come by their last change: the rest has only older runs.
        if (best?.createdAt && thread.updatedAt !== null && thread.updatedAt < best.createdAt) return;
        if (threads > limits.threads) {
          isComplete = false;
          return;
        }
        threads += 1;
        // Sequential: one found soon makes the others needless.
        const { listed, isCut } = await readRuns(thread.threadId);
        if (isCut) isComplete = false;
        const onThread = { ...searched, threadId: thread.threadId, graphOfThread: thread.graphId };
        const good = await lastGood(client, listed, onThread, signal, isBefore);
        if (good !== null && (best === null || (best.createdAt ?? '') < (good.createdAt ?? ''))) best = good;
      }
    }
  };
  const { problem } = await attempt(search(), signal);
  const lastSuccess = best as Run | null;
  return {
    base: lastSuccess && { threadId: lastSuccess.threadId, runId: lastSuccess.runId },
    searched: { runs, threads, isComplete: isComplete && problem === null, problem },
  };
}

async function lastGood(
  client: GraphClient,
  newestFirst: readonly Listed[],
  searched: SearchedRun & { readonly graphOfThread?: string | null },
  signal: AbortSignal,
  isWanted: (run: Run, index: number) => boolean,
): Promise<Run | null> {
  const { graphId, assistantId, graphOfThread = null } = searched;
  const candidates = newestFirst.filter(({ run, graphId: graphOfRun }, index) => {
    const next = newestFirst[index - 1]?.run;
    if (run.status !== 'success' || !isWanted(run, index)) return false;
    if (next !== undefined && continuesFromHead(next.origin)) return false;
    const graph = graphOfRun ?? graphOfThread;
    return graph === null || graphId === null ? run.assistantId === assistantId : graph === graphId;
  });
  const [newest] = candidates;
  if (newest === undefined) return null;
  const { threadId } = searched;
  // Servers also call a run successful that asks or has paused. Most have not, so the rest of the thread is seldom read.
  const recent = await readEndings(client, threadId, newest.run.createdAt, signal);
  if (mayHaveFinished(recent, newest.run)) return newest.run;
  if (candidates.length === 1) return null;
  const endings = await readEndings(client, threadId, null, signal);
  return candidates.find(({ run }) => mayHaveFinished(endings, run))?.run ?? null;
}

type Endings = ReadonlyMap<string, RecordedRun['ending']>;

// How the runs of a thread ended that are not older than a time (`null`: all); empty if the server does not report it.
async function readEndings(
  client: GraphClient,
  threadId: string,
  since: string | null,
  signal: AbortSignal,
): Promise<Endings> {
  const reading = readThreadRecord(client, threadId, signal, {
    limits: recordLimits,
    purpose,
    selectRows: () => [],
    ...(since === null
      ? {}
      : { isEnough: (rows) => (rows.at(-1)?.createdMs ?? Infinity) < Date.parse(since) }),
  });
  const { value } = await attempt(reading, signal);
  return new Map((value?.runs ?? []).map(({ runId, ending }) => [runId, ending]));
}

function mayHaveFinished(endings: Endings, { runId }: Run): boolean {
  const ending = endings.get(runId) ?? null;
  return ending === null || ending.kind === 'finished' || ending.kind === 'unknown';
}

async function listRuns(client: GraphClient, threadId: string, limit: number, signal: AbortSignal) {
  const byId = new Map<string, WireRun>();
  for await (const wire of client.runs.listAll(threadId, { limit: limit + 1 }, { signal, purpose })) {
    byId.set(wire.run_id, wire);
  }
  const runs = [...byId.values()].flatMap((wire) => toRun(wire, () => null) ?? []);
  const listed = sortNewestFirst(runs).map((run) => ({ run, graphId: graphIdOf(byId.get(run.runId)) }));
  return { listed: listed.slice(0, limit), isCut: listed.length > limit };
}

async function* finishedThreads(client: GraphClient, graphId: string | null, signal: AbortSignal) {
  const query = {
    status: 'idle',
    sortBy: 'updated_at',
    sortOrder: 'desc',
    select: ['thread_id', 'status', 'metadata', 'created_at', 'updated_at'],
    ...(graphId === null ? {} : { metadata: { graph_id: graphId } }),
  } as const;
  const visited = new Set<string>();
  for (let offset = 0; ; offset += threadsPerPage) {
    const page = await client.threads.search(
      { ...query, limit: threadsPerPage, offset },
      { signal, purpose },
    );
    const threads = page.flatMap((wire) => toThread(wire) ?? []);
    // A server may ignore the filter, or the offset.
    const fresh = threads.filter(
      (thread) =>
        !visited.has(thread.threadId) &&
        thread.status === 'idle' &&
        (graphId === null || thread.graphId === null || thread.graphId === graphId),
    );
    for (const { threadId } of threads) visited.add(threadId);
    yield fresh;
    if (page.length < threadsPerPage || offset > maxOffset) return;
  }
}

// Bounds a server that never sends a short page.
const maxOffset = 2000;

export function graphIdOf(run: unknown): string | null {
  return nonEmptyStringOrNull(recordOrEmpty(recordOrEmpty(run)['metadata'])['graph_id']);
}
