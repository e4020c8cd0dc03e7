import { setTimeout as pause } from 'node:timers/promises';
import { abortAfter, GraphServerError, type GraphClient } from 'remote-graph-client/client';
import { isActive } from '../../shared/model/is-active.ts';
import type { CancelAction, CancelResult, RunStatus } from '../../shared/model/run.ts';
import type { ThreadStatus } from '../../shared/model/thread.ts';
import { orGone } from '../common/or-gone.ts';
import { toThread } from '../threads/mappers/thread-mapper.ts';
import type { RunLog } from './log/run-log.ts';
import { toRunStatus } from './run-mapper.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

// How long a run may take to stop before it is reported as still active, in milliseconds. A later stop still shows in
// its events and in the list of runs.
const defaultTimeoutMs = 5000;

// How long thread and stream may lag behind their run, in milliseconds.
const settleMs = 1500;

// - `log`: The run's events, if read here: they distinguish a cancel from a failure.
// - `waitMs`: How long it may take to stop; five seconds by default.
// - `onAnswer`: Called with whether the server accepted the request, as soon as that is known.
interface RunToCancel {
  readonly threadId: string;
  readonly runId: string;
  readonly action: CancelAction;
  readonly log: Pick<RunLog, 'end' | 'changed'> | undefined;
  readonly waitMs?: number;
  readonly onAnswer?: (isAccepted: boolean) => void;
}

const purpose = 'runs.cancel';

/**
 * Cancels (stops) a run, then asks for the outcome: `stopped` is true only if the cancel ended the run. A run that ended
 * by itself, or is still active, reports its own status; `stopped` is `null` if it may have been either.
 */
export async function cancelRun(
  client: GraphClient,
  run: RunToCancel,
  signal: AbortSignal,
): Promise<CancelResult> {
  const { threadId, runId, action } = run;
  try {
    await client.runs.cancel(threadId, runId, { action }, { purpose });
    run.onAnswer?.(true);
  } catch (error) {
    run.onAnswer?.(false);
    // Servers refuse to cancel an ended run, so its status is read.
    const mayHaveEnded =
      error instanceof GraphServerError && [400, 404, 409, 410, 422].includes(error.status);
    if (!mayHaveEnded) throw error;
    const status = await statusOf(client, run, signal);
    if (status === null || isActive(status)) throw error;
    const stopped = await wasStoppedBefore(client, status, run, signal);
    return { status, stopped, ...(await threadAfter(client, run, signal)) };
  }
  // The cancel was accepted, so that a read that fails is no failure of it.
  const status = await poll(
    () => statusOf(client, run, signal).catch(unlessAborted(signal, 'unknown' as const)),
    (one) => one === null || !isActive(one),
    run.waitMs ?? defaultTimeoutMs,
    signal,
  );
  const stopped = status === 'unknown' ? null : await wasStopped(status, run);
  const after = await threadAfter(client, run, signal);
  // It may have asked just before.
  const mayWait = status === 'interrupted' && ['interrupted', 'unknown'].includes(after.threadStatus ?? '');
  const isUnclear = mayWait && !(await meansCancelled(client, signal));
  return { status, stopped: isUnclear ? null : stopped, ...after };
}

// For a read that may fail. Nobody waits for it once the signal is aborted.
function unlessAborted<T>(signal: AbortSignal, instead: T): (error: unknown) => T {
  return (error) => {
    if (signal.aborted) throw error;
    return instead;
  };
}

// Whether `interrupted` is the status of cancelled runs only. On some servers it is also that of runs that wait for a person
// (docs/protocol.md, Run status).
function meansCancelled(client: GraphClient, signal: AbortSignal): Promise<boolean> {
  return client.isOfficial({ signal }).catch(unlessAborted(signal, false));
}

// Of a run whose cancel was refused.
async function wasStoppedBefore(
  client: GraphClient,
  status: RunStatus,
  { log }: RunToCancel,
  signal: AbortSignal,
): Promise<boolean | null> {
  if (status === 'unknown') return null;
  if (status !== 'interrupted') return false;
  if (await meansCancelled(client, signal)) return true;
  return log?.end?.outcome === 'interrupted' ? false : null;
}

// A rolled-back run is gone, or (on the JavaScript server) failed with `rollback`. A stateless one is gone either way.
async function wasStopped(status: RunStatus | null, { action, log }: RunToCancel): Promise<boolean> {
  if (status === 'interrupted' || status === null) return true;
  if (action !== 'rollback' || status !== 'error') return false;
  if (!log) return true;
  const timeout = abortAfter(settleMs);
  while (log.end === null && !timeout.aborted) await log.changed(timeout);
  return log.end?.outcome !== 'failed';
}

async function statusOf(
  client: GraphClient,
  { threadId, runId }: RunToCancel,
  signal: AbortSignal,
): Promise<RunStatus | null> {
  const run = await orGone(client.runs.get(threadId, runId, { signal, purpose }));
  return run && toRunStatus(run);
}

async function threadAfter(
  client: GraphClient,
  { threadId, runId }: RunToCancel,
  signal: AbortSignal,
): Promise<Pick<CancelResult, 'threadStatus' | 'statePreserved'>> {
  const threadStatus = await poll(
    async (): Promise<ThreadStatus | null> => {
      const reading = orGone(client.threads.get(threadId, { signal, purpose }));
      const thread = await reading.catch(unlessAborted(signal, {}));
      return thread && (toThread(thread)?.status ?? 'unknown');
    },
    (status) => status !== 'busy',
    settleMs,
    signal,
  );
  if (threadStatus === null) return { threadStatus, statePreserved: null };
  const reading = orGone(client.threads.getState(threadId, null, { signal, purpose }));
  const state = await reading.catch(unlessAborted(signal, null));
  const wroteIt = recordOrEmpty(recordOrEmpty(state)['metadata'])['run_id'];
  return { threadStatus, statePreserved: state === null ? null : wroteIt === runId };
}

// Polls until the awaited result, or for `forMs`; returns the last result.
async function poll<T>(
  request: () => Promise<T>,
  isDone: (answer: T) => boolean,
  forMs: number,
  signal: AbortSignal,
): Promise<T> {
  const deadline = performance.now() + forMs;
  for (let wait = 50; ; wait = Math.min(wait * 1.5, 1000)) {
    const answer = await request();
    if (isDone(answer) || performance.now() + wait > deadline) return answer;
    // Polling, because a waiting cancel request ties up a worker of the JavaScript server.
    await pause(wait, undefined, { signal });
  }
}
