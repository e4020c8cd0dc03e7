import { rawTextOf, type GraphClient } from 'remote-graph-client/client';
import { memberText } from 'exact-json';
import { isActive } from '../../shared/model/is-active.ts';
import {
  maxListedRuns,
  type Run,
  type RunRecord,
  type RunRecordList,
  type RunRecordSettings,
} from '../../shared/model/run.ts';
import { toRun, toRunStatus, runKwargsText, type RunLogSummaryLookup } from './run-mapper.ts';
import { toThread } from '../threads/mappers/thread-mapper.ts';
import { AppError } from '../../shared/app-error.ts';
import type { RunRef } from './log/run-log-cache.ts';
import { toRunRecord, toRunSettings } from './run-record-mapper.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import type { RunLogs } from './log/run-logs.ts';
import { withSentOrigin, type StartedRuns } from './started-runs.ts';

// Three pages that end exactly there: the list is read often, and no run is read in vain.
const pageSize = Math.ceil((maxListedRuns + 1) / 3);

// A thread's newest runs, by the server's times: one more than are counted, to know whether there are more.
export async function listRuns(
  client: GraphClient,
  threadId: string,
  runLogSummaryOf: RunLogSummaryLookup,
  signal: AbortSignal,
): Promise<Run[]> {
  const runs: Run[] = [];
  const call = { signal, purpose: 'runs.list' };
  for await (const wire of client.runs.listAll(threadId, { limit: maxListedRuns + 1, pageSize }, call)) {
    const run = toRun(wire, runLogSummaryOf, rawTextOf(wire), threadId);
    if (run) runs.push(run);
  }
  return withInterruptReason(client, threadId, sortNewestFirst(runs), runLogSummaryOf, signal);
}

export function sortNewestFirst<T extends Pick<Run, 'createdAt'>>(runs: readonly T[]): T[] {
  return runs.toSorted((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
}

// Adds why runs are `interrupted`. On LangGraph's own servers they were cancelled; on others they may also
// wait for a person, which the run's events tell, or for the newest run its thread.
async function withInterruptReason<T extends Run>(
  client: GraphClient,
  threadId: string,
  newestFirst: readonly T[],
  runLogSummaryOf: RunLogSummaryLookup,
  signal: AbortSignal,
): Promise<T[]> {
  if (!newestFirst.some(({ status }) => status === 'interrupted')) return [...newestFirst];
  const isOfficial = await client.isOfficial({ signal });
  const waits = isOfficial ? false : await threadWaits(client, threadId, signal);
  return newestFirst.map((run, index) => {
    if (run.status !== 'interrupted') return run;
    const outcome = runLogSummaryOf(run.runId)?.outcome;
    if (isOfficial || outcome === 'cancelled') return { ...run, interruptedBy: 'cancel' };
    if (outcome === 'interrupted') return { ...run, interruptedBy: 'question' };
    if (index > 0 || waits === null) return { ...run, interruptedBy: 'unknown' };
    return { ...run, interruptedBy: waits ? 'question' : 'cancel' };
  });
}

// `null` if the thread can't be read.
async function threadWaits(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
): Promise<boolean | null> {
  const wire = await client.threads.get(threadId, { signal, purpose: 'runs.list' }).catch(() => null);
  const status = wire && toThread(wire)?.status;
  return status === null || status === undefined ? null : status === 'interrupted';
}

const maxRecords = 1000;

// A thread's newest runs with all details for lists. One more is asked for, to know whether there are more.
export async function listRunRecords(
  client: GraphClient,
  threadId: string,
  runLogSummaryOf: RunLogSummaryLookup,
  signal: AbortSignal,
): Promise<RunRecordList> {
  const records: RunRecord[] = [];
  const purpose = 'runs.records';
  for await (const wire of client.runs.listAll(threadId, { limit: maxRecords + 1 }, { signal, purpose })) {
    const run = toRun(wire, runLogSummaryOf, '', threadId);
    if (run) records.push(toRunRecord(run, wire, rawTextOf(wire), runLogSummaryOf(run.runId)));
  }
  const isCut = records.length > maxRecords;
  const newest = sortNewestFirst(records.slice(0, maxRecords));
  const foreign = client.runs.foreignRunsOf(threadId);
  return {
    records: await withInterruptReason(client, threadId, newest, runLogSummaryOf, signal),
    isCut,
    ...(foreign > 0 ? { foreign } : {}),
  };
}

// A run's input exactly as sent, to run it again; `null` if it had none.
export async function readRunInput(
  client: GraphClient,
  { threadId, runId }: Pick<RunRef, 'runId'> & { readonly threadId: string },
  signal: AbortSignal,
): Promise<string | null> {
  const wire = await client.runs.get(threadId, runId, { signal, purpose: 'runs.input' });
  const input = memberText(runKwargsText(rawTextOf(wire)), 'input');
  return input === null || input === 'null' ? null : input;
}

// A run's config and context, to save them with an assistant.
export async function readRunSettings(
  client: GraphClient,
  { threadId, runId }: Pick<RunRef, 'runId'> & { readonly threadId: string },
  signal: AbortSignal,
): Promise<RunRecordSettings> {
  return toRunSettings(
    rawTextOf(await client.runs.get(threadId, runId, { signal, purpose: 'runs.settings' })),
  );
}

// Deletes a run, which also deletes its checkpoints (docs/protocol.md, Cancelling and deleting runs). Refuses
// an active one: servers would lose a worker, or the state (docs/protocol.md, Deleting a thread).
export async function deleteRun(
  client: GraphClient,
  { threadId, runId }: Pick<RunRef, 'runId'> & { readonly threadId: string },
): Promise<void> {
  const purpose = 'runs.delete';
  const status = toRunStatus(await client.runs.get(threadId, runId, { purpose }));
  if (isActive(status)) {
    throw new AppError('thread-busy', 'This run is active. Deleting it now could leave its thread stuck.', {
      hint: 'Cancel it first, then delete it.',
      details: { status },
    });
  }
  await client.runs.delete(threadId, runId, { purpose });
}

export type RunRecordCalls = Pick<
  StudioHandlers['calls'],
  'runs.list' | 'runs.records' | 'runs.input' | 'runs.settings'
>;

interface RunRecordCallsOptions {
  readonly clients: ServerClients;
  readonly logs: RunLogs;
  readonly started: StartedRuns;
}

export function createRunRecordCalls({ clients, logs, started }: RunRecordCallsOptions): RunRecordCalls {
  return {
    'runs.list': ({ connectionId, threadId }, signal) =>
      withServerClient(clients, connectionId, async (client) => {
        await logs.refresh();
        const runs = await listRuns(client, threadId, logs.summariesOf(connectionId, threadId), signal);
        return runs.map((run) => withSentOrigin(run, started.get(run.runId)));
      }),
    'runs.records': ({ connectionId, threadId }, signal) =>
      withServerClient(clients, connectionId, async (client) => {
        await logs.refresh();
        const list = await listRunRecords(client, threadId, logs.summariesOf(connectionId, threadId), signal);
        return { ...list, records: list.records.map((run) => withSentOrigin(run, started.get(run.runId))) };
      }),
    'runs.input': (runRef, signal) =>
      withServerClient(clients, runRef.connectionId, async (client) => ({
        inputText: await readRunInput(client, runRef, signal),
      })),
    'runs.settings': (runRef, signal) =>
      withServerClient(clients, runRef.connectionId, (client) => readRunSettings(client, runRef, signal)),
  };
}
