import { taskInterrupts } from '../compat/reported-interrupts.ts';
import { sleep } from '../http/request-timeout.ts';
import { isObject } from '../http/response-checks.ts';
import { isCancellation, parseFailure } from '../compat/run-failures.ts';
import type { StreamEnd } from './run-stream-types.ts';
import type { WireRun, WireThread, WireThreadState } from '../http/api-types.ts';

type Failure = { readonly name: string; readonly message: string };
type Outcome = Pick<StreamEnd, 'outcome' | 'error'>;

export interface StreamEvidence {
  readonly failure: Failure | null;
  readonly interrupt: boolean;
  readonly cancelRequested: boolean;
}

export interface OutcomeQueries {
  // `null` if there is no response.
  thread(): Promise<WireThread | null>;
  state(): Promise<WireThreadState | null>;
  readonly signal: AbortSignal | undefined;
}

/** Whether a run has ended by its status at the server: neither pending nor running. */
export function hasRunEnded(run: WireRun): boolean {
  return run.status !== 'pending' && run.status !== 'running';
}

/**
 * A run's outcome by the server (docs/protocol.md, Run status). A run that waits for a person is `success`,
 * and only its thread says so; a cancelled one is `interrupted`, or failed with the message `rollback` or `interrupt`.
 */
export async function resolveRunOutcome(
  run: WireRun,
  streamEvidence: StreamEvidence,
  queries: OutcomeQueries,
): Promise<Outcome> {
  if (run.status === 'success' && !streamEvidence.failure)
    return { outcome: await waitingOrFinished(streamEvidence, queries), error: null };
  if (run.status === 'interrupted')
    return { outcome: await waitingOrCancelled(run, streamEvidence, queries), error: null };
  if (run.status === 'timeout') {
    return {
      outcome: 'failed',
      error: streamEvidence.failure ?? { name: 'Timeout', message: 'The run timed out.' },
    };
  }
  if (run.status !== 'error' && !streamEvidence.failure) return outcomeByThread(run, streamEvidence, queries);
  const failure = streamEvidence.failure ?? (await failureInState(queries));
  return isCancellation(failure)
    ? { outcome: 'cancelled', error: null }
    : { outcome: 'failed', error: failure };
}

async function waitingOrFinished(
  streamEvidence: StreamEvidence,
  queries: OutcomeQueries,
): Promise<'interrupted' | 'finished'> {
  // The thread is updated a moment after the run; `busy` for longer means that the next run has started.
  for (const wait of [0, 200, 400]) {
    await sleep(wait, queries.signal);
    const status = (await queries.thread())?.status;
    if (status === 'busy' || status === undefined) continue;
    if (status === 'interrupted') return 'interrupted';
    return streamEvidence.interrupt && (await isWaiting(queries)) ? 'interrupted' : 'finished';
  }
  return streamEvidence.interrupt ? 'interrupted' : 'finished';
}

// The JavaScript server calls a waiting thread idle if the run streamed subgraphs and one of them ended last;
// its state shows that it waits. A task that asks again is no longer next; its level is left when it is finished.
async function isWaiting(queries: OutcomeQueries): Promise<boolean> {
  const state = await queries.state();
  if ((state?.next ?? []).length > 0) return true;
  const open = (state?.tasks ?? []).filter(({ result }) => result === null || result === undefined);
  return open.some((task) => taskInterrupts(task).length > 0);
}

// The server's record has no status, or one that this client does not know. Its thread shows what became of it, as long
// as this run wrote the newest state.
async function outcomeByThread(
  run: WireRun,
  streamEvidence: StreamEvidence,
  queries: OutcomeQueries,
): Promise<Outcome> {
  if (streamEvidence.cancelRequested) return { outcome: 'cancelled', error: null };
  const [thread, state] = await Promise.all([queries.thread(), queries.state()]);
  const isNewest = state?.metadata?.['run_id'] === run.run_id;
  if (isNewest && thread?.status === 'interrupted' && !isCancelled(thread))
    return { outcome: 'interrupted', error: null };
  if (isNewest && thread?.status === 'idle' && (state?.next ?? []).length === 0)
    return { outcome: 'finished', error: null };
  const status = typeof run.status === 'string' ? `the unknown status ${run.status}` : 'no status';
  const message = `The server gives the run ${status}, so how it ended is unknown.`;
  return { outcome: 'lost', error: { name: 'ProtocolError', message } };
}

// `interrupted` means waiting on some servers and cancelled on others. A cancelled run leaves its thread
// idle, or on the Python server interrupted with an error that says so; a waiting thread may wait for another run, unless this
// one was seen to interrupt or wrote the newest state.
async function waitingOrCancelled(
  run: WireRun,
  streamEvidence: StreamEvidence,
  queries: OutcomeQueries,
): Promise<'interrupted' | 'cancelled'> {
  if (streamEvidence.cancelRequested) return 'cancelled';
  const thread = await queries.thread();
  if (thread?.status !== 'interrupted' || isCancelled(thread)) return 'cancelled';
  if (streamEvidence.interrupt) return 'interrupted';
  return (await queries.state())?.metadata?.['run_id'] === run.run_id ? 'interrupted' : 'cancelled';
}

// Whether a person or a client cancelled the last run of a thread.
function isCancelled({ error }: WireThread): boolean {
  return isObject(error) && error['error'] === 'UserInterrupt';
}

// No event showed the failure, so its message comes from the state's failed task.
async function failureInState(queries: OutcomeQueries): Promise<Failure> {
  const tasks = (await queries.state())?.tasks ?? [];
  const failed = tasks.find(({ error }) => error !== null && error !== undefined);
  return failed
    ? parseFailure(failed.error)
    : { name: 'Error', message: 'The server did not send an error message.' };
}
