import { sleep } from '../http/request-timeout.ts';
import {
  ConnectionError,
  GraphServerError,
  ProtocolError,
  TimeoutError,
  UnknownOutcomeError,
} from '../errors.ts';
import type { CallOptions } from '../http/http-client.ts';
import type { PreparedRun } from './run-payload.ts';
import { isLikelySameRun, clientRequestIdOf } from '../compat/run-quirks.ts';
import type { WireRun } from '../http/api-types.ts';

/** Methods of the runs client that finding a run needs. */
export interface RunLister {
  list(
    threadId: string,
    query: { readonly limit: number; readonly offset: number },
    options: CallOptions,
  ): Promise<readonly WireRun[]>;
  explainRefusal?(error: unknown, threadId: string | null, options: CallOptions): Promise<unknown>;
  /** The run in another form that the server may take after this refusal. */
  alternativeForm?(error: unknown, run: PreparedRun, options: CallOptions): Promise<PreparedRun | null>;
}

export type StartOutcome<T> = (
  | { readonly response: T; readonly adopted: null }
  /** The run was found although no response came. */
  | { readonly response: null; readonly adopted: WireRun }
) & {
  /** The run as it was sent in the end. */
  readonly sent: PreparedRun;
};

/**
 * Sends the one request that starts a run. If its outcome is unknown, finds the run by its
 * `client_request_id`. Throws {@link UnknownOutcomeError} if not found: it may still have started.
 */
export async function startRunOnce<T>(
  runs: RunLister,
  run: PreparedRun,
  options: CallOptions,
  send: (bodyText: string) => Promise<T>,
  baseMs: number,
): Promise<StartOutcome<T>> {
  try {
    return { response: await send(run.bodyText), adopted: null, sent: run };
  } catch (cause) {
    if (!isFateUnknown(cause)) {
      // A refused run was not started, so sending another form can't start it twice.
      const other = (await runs.alternativeForm?.(cause, run, options)) ?? null;
      if (other) return startRunOnce(runs, other, options, send, baseMs);
      throw runs.explainRefusal ? await runs.explainRefusal(cause, run.threadId, options) : cause;
    }
    try {
      return { response: null, adopted: await findStartedRun(runs, run, options, cause, baseMs), sent: run };
    } catch (error) {
      // Nothing here answers as a graph server does, so the first answer counts.
      const isOther = error instanceof UnknownOutcomeError && !error.wasListed;
      throw isOther && cause instanceof ProtocolError ? cause : error;
    }
  }
}

function isFateUnknown(error: unknown): boolean {
  if (error instanceof ConnectionError) return !error.unsent;
  if (error instanceof GraphServerError) return error.isOutcomeUnknown;
  return error instanceof TimeoutError || error instanceof ProtocolError;
}

// Delays before each lookup, in units of the first: the server may still be reading the request.
const waits = [0, 0.4, 1.2, 3];
const pageSize = 100;
const maxPages = 20;

/**
 * Looks for the run by its `client_request_id`, a few times. Throws {@link UnknownOutcomeError} if not found.
 */
export async function findStartedRun(
  runs: RunLister,
  run: PreparedRun,
  options: CallOptions,
  cause: unknown,
  baseMs: number,
): Promise<WireRun> {
  const { threadId, clientRequestId } = run;
  if (threadId === null) {
    throw new UnknownOutcomeError(clientRequestId, null, 'runs without a thread can’t be looked up', cause);
  }
  let why = 'the runs of the thread could not be listed';
  let wasListed = false;
  for (const wait of waits) {
    await sleep(wait * baseMs, options.signal);
    try {
      const startedRun = await findRun(runs, threadId, run, options);
      if (startedRun) return startedRun;
      wasListed = true;
      why = 'the thread does not list it';
    } catch (error) {
      options.signal?.throwIfAborted();
      // An unknown thread has no runs: the request that creates it has not got that far, perhaps yet.
      if (error instanceof GraphServerError && error.status === 404) why = 'the thread does not exist';
    }
  }
  throw new UnknownOutcomeError(clientRequestId, threadId, why, cause, wasListed);
}

async function findRun(
  runs: RunLister,
  threadId: string,
  { clientRequestId, bodyText }: PreparedRun,
  options: CallOptions,
): Promise<WireRun | null> {
  const identical: WireRun[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const list = await runs.list(threadId, { limit: pageSize, offset: page * pageSize }, options);
    const run = list.find((one) => clientRequestIdOf(one) === clientRequestId);
    if (run) return run;
    for (const one of list)
      if (clientRequestIdOf(one) === undefined && isLikelySameRun(one, bodyText)) identical.push(one);
    if (list.length < pageSize) break;
  }
  // Several matches can't be distinguished, so none is taken.
  return identical.length === 1 ? (identical[0] ?? null) : null;
}

// A started run's location, by the server.
export interface RunLocation {
  readonly runId: string;
  // `null` if only the run is named.
  readonly threadId: string | null;
}

/**
 * Ids from the `Content-Location` or `Location` of a run started on a thread (`null`: on none): `/threads/{thread}/runs/{run}`
 * or `/runs/{run}`. The address itself is never followed. One on another thread is not this run's.
 */
export function runLocationOf(headers: Headers, startedOn: string | null): RunLocation | null {
  for (const name of ['content-location', 'location']) {
    const parts = /(?:\/threads\/([^/?#]+))?\/runs\/([^/?#]+)/.exec(headers.get(name) ?? '');
    const runId = decodeSegment(parts?.[2]);
    const threadId = decodeSegment(parts?.[1]);
    const isOther = startedOn !== null && threadId !== null && threadId !== startedOn;
    if (runId !== null && !isOther) return { runId, threadId };
  }
  return null;
}

function decodeSegment(segment: string | undefined): string | null {
  if (segment === undefined) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
