import { sleep } from '../http/deadline.ts';
import {
  ConnectionError,
  GraphServerError,
  ProtocolError,
  TimeoutError,
  UnknownOutcomeError,
} from '../errors/errors.ts';
import type { CallOptions } from '../http/http-client.ts';
import type { PreparedRun } from './run-payload.ts';
import { isLikelySameRun, clientRequestIdOf } from '../compat/run-quirks.ts';
import type { WireRun } from '../http/api-types.ts';

/** What finding a run again needs of the runs client. */
export interface RunLister {
  list(
    threadId: string,
    query: { readonly limit: number; readonly offset: number },
    options: CallOptions,
  ): Promise<readonly WireRun[]>;
  /** What a refusal means; the refusal itself when it says so already. */
  explainRefusal?(thrown: unknown, threadId: string | null, options: CallOptions): Promise<unknown>;
  /** The run in another form, when its server may take that after this refusal. */
  alternativeForm?(thrown: unknown, run: PreparedRun): Promise<PreparedRun | null>;
}

/** Either the answer to the one request, or the run that was found although the answer never came. */
export type StartOutcome<T> =
  { readonly answer: T; readonly adopted: null } | { readonly answer: null; readonly adopted: WireRun };

/**
 * Sends the one request that starts a run. When its fate is unknown, looks for the run by its `client_request_id` and
 * adopts it. Throws {@link UnknownOutcomeError} when it is not found: it may still have started (row C-3).
 */
export async function startRunOnce<T>(
  runs: RunLister,
  run: PreparedRun,
  options: CallOptions,
  send: (bodyText: string) => Promise<T>,
  baseMs: number,
): Promise<StartOutcome<T>> {
  try {
    return { answer: await send(run.bodyText), adopted: null };
  } catch (thrown) {
    if (!isFateUnknown(thrown)) {
      // A refused run was not started: sending it in another form can't start it twice.
      const other = (await runs.alternativeForm?.(thrown, run)) ?? null;
      if (other) return startRunOnce(runs, other, options, send, baseMs);
      throw runs.explainRefusal ? await runs.explainRefusal(thrown, run.threadId, options) : thrown;
    }
    return { answer: null, adopted: await findStartedRun(runs, run, options, thrown, baseMs) };
  }
}

function isFateUnknown(thrown: unknown): boolean {
  if (thrown instanceof ConnectionError) return !thrown.unsent;
  // A gateway that gave up waiting does not know what the server behind it did.
  if (thrown instanceof GraphServerError) return thrown.status === 502 || thrown.status === 504;
  return thrown instanceof TimeoutError || thrown instanceof ProtocolError;
}

/** The server may still be reading the request when it is asked first: when to ask, in units of the first wait. */
const waits = [0, 0.4, 1.2, 3];
const pageSize = 100;
const mostPages = 20;

/** Looks for the run by its `client_request_id`, a few times. Throws {@link UnknownOutcomeError} when it is not there. */
export async function findStartedRun(
  runs: RunLister,
  run: PreparedRun,
  options: CallOptions,
  cause: unknown,
  baseMs: number,
): Promise<WireRun> {
  const { threadId, clientRequestId } = run;
  if (threadId === null) {
    throw new UnknownOutcomeError(clientRequestId, null, 'runs without a thread can not be looked up', cause);
  }
  let why = "the thread's list of runs could not be read";
  for (const wait of waits) {
    await sleep(wait * baseMs, options.signal);
    try {
      const found = await findRun(runs, threadId, run, options);
      if (found) return found;
      why = "the thread's list of runs does not show it";
    } catch (thrown) {
      options.signal?.throwIfAborted();
      // An unknown thread has no runs: the request that would have made it did not get that far, or not yet.
      if (thrown instanceof GraphServerError && thrown.status === 404) why = 'the thread does not exist';
    }
  }
  throw new UnknownOutcomeError(clientRequestId, threadId, why, cause);
}

async function findRun(
  runs: RunLister,
  threadId: string,
  { clientRequestId, bodyText }: PreparedRun,
  options: CallOptions,
): Promise<WireRun | null> {
  const alike: WireRun[] = [];
  for (let page = 0; page < mostPages; page += 1) {
    const list = await runs.list(threadId, { limit: pageSize, offset: page * pageSize }, options);
    const found = list.find((one) => clientRequestIdOf(one) === clientRequestId);
    if (found) return found;
    for (const one of list)
      if (clientRequestIdOf(one) === undefined && isLikelySameRun(one, bodyText)) alike.push(one);
    if (list.length < pageSize) break;
  }
  // Several that look the same can't be told apart: none of them is taken.
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

/** Where a server says that a started run is. */
export interface RunLocation {
  readonly runId: string;
  /** `null` where only the run is named. */
  readonly threadId: string | null;
}

/**
 * The ids in the `Content-Location` or `Location` of a started run: `/threads/{thread}/runs/{run}` or `/runs/{run}`.
 * Only ids are taken out of it; the address itself is never followed (row C-5).
 */
export function runLocationOf(headers: Headers): RunLocation | null {
  for (const name of ['content-location', 'location']) {
    const parts = /(?:\/threads\/([^/?#]+))?\/runs\/([^/?#]+)/.exec(headers.get(name) ?? '');
    const runId = decoded(parts?.[2]);
    if (runId !== null) return { runId, threadId: decoded(parts?.[1]) };
  }
  return null;
}

function decoded(segment: string | undefined): string | null {
  if (segment === undefined) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
