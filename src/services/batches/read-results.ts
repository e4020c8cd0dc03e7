import { GraphServerError, rawTextOf, type GraphClient } from '../../remote-graph/client.ts';
import { memberText } from '../../exact-json/scan/object-members.ts';
import type { Batch, BatchRow, BatchRowResult } from '../../shared/model/runs/batch.ts';
import { isActive } from '../../shared/model/runs/is-active.ts';
import { limitConcurrency } from '../common/limit-concurrency.ts';
import { arrayOrEmpty, nonEmptyStringOrNull, recordOrEmpty } from '../parsing/narrow.ts';
import { toRunStatus } from '../runs/mappers/run-mapper.ts';
import { taskErrorMessage } from '../threads/mappers/task-error.ts';
import { toThread } from '../threads/mappers/thread-mapper.ts';

const purpose = 'batches.refresh';
/** Rows that are read at a time, and per refresh: the others follow with the next one. */
const readsAtOnce = 6;
const mostReads = 60;
const threadsPerPage = 100;
/** UTF-16 units of an output in a table. */
const mostText = 600;

/** The metadata that marks the threads of a batch, for the filter of the thread list, too. */
export function batchMark(batchId: string): { readonly batch_id: string } {
  return { batch_id: batchId };
}

/** The rows with the results of runs that have ended since. Threads that are busy are not asked about one by one. */
export async function readResults(
  client: GraphClient,
  batch: Batch,
  signal: AbortSignal,
): Promise<BatchRow[]> {
  const open = batch.rows.filter(({ runId, result }) => runId !== null && result === null);
  if (open.length === 0) return batch.rows;
  const busy = open.length > readsAtOnce ? await busyThreads(client, batch.batchId, signal) : new Set();
  const toRead = new Set(open.filter(({ threadId }) => !busy.has(threadId)).slice(0, mostReads));
  const inTurn = limitConcurrency(readsAtOnce);
  return Promise.all(
    batch.rows.map(async (row) =>
      toRead.has(row) ? { ...row, result: await inTurn(() => readResult(client, row, signal)) } : row,
    ),
  );
}

async function busyThreads(
  client: GraphClient,
  batchId: string,
  signal: AbortSignal,
): Promise<ReadonlySet<unknown>> {
  const ids = new Set<string>();
  const query = {
    metadata: batchMark(batchId),
    status: 'busy',
    limit: threadsPerPage,
    select: ['thread_id', 'status'],
  } as const;
  for (let offset = 0; offset < 2000; offset += threadsPerPage) {
    const page = await client.threads.search({ ...query, offset }, { signal, purpose });
    for (const wire of page) {
      // A server may ignore the filter.
      const thread = toThread(wire);
      if (thread?.status === 'busy') ids.add(thread.threadId);
    }
    if (page.length < threadsPerPage) break;
  }
  return ids;
}

/** `null` while the run is active. */
export async function readResult(
  client: GraphClient,
  { threadId, runId }: BatchRow,
  signal: AbortSignal,
): Promise<BatchRowResult | null> {
  if (threadId === null || runId === null) return null;
  const options = { signal, purpose };
  const run = await orGone(client.runs.get(threadId, runId, options));
  const status = run === null ? null : toRunStatus(run);
  if (isActive(status)) return null;
  const [thread, state] = await Promise.all([
    orGone(client.threads.get(threadId, options)),
    orGone(client.threads.getState(threadId, null, options)),
  ]);
  const values = state === null ? null : memberText(rawTextOf(state), 'values');
  return {
    status,
    threadStatus: thread === null ? 'unknown' : (toThread(thread)?.status ?? 'unknown'),
    outputText: values === null ? null : shortText(values),
    error: shortText(nonEmptyStringOrNull(recordOrEmpty(run)['error_message']) ?? taskError(state)),
  };
}

function taskError(state: unknown): string | null {
  for (const task of arrayOrEmpty(recordOrEmpty(state)['tasks'])) {
    const text = taskErrorMessage(recordOrEmpty(task)['error']);
    if (text !== null) return text;
  }
  return null;
}

/** A text for a table, truncated if long. */
export function shortText(text: string): string;
export function shortText(text: string | null): string | null;
export function shortText(text: string | null): string | null {
  return text !== null && text.length > mostText ? `${text.slice(0, mostText)}…` : text;
}

/** `null` for what the server no longer has. */
export async function orGone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (thrown) {
    if (thrown instanceof GraphServerError && thrown.status === 404) return null;
    throw thrown;
  }
}
