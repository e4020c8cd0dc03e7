import type { CallOptions, Http } from './http.ts';
import { route } from './path.ts';
import { prepareRun, type PreparedRun, type RunPayload } from './run-payload.ts';
import { randomUuid } from './random-uuid.ts';
import { RunReader } from './run-reader.ts';
import { RunServer } from './run-server.ts';
import type { RunStream } from './run-stream-types.ts';
import { StreamError } from './errors.ts';
import { failureIn, type ServerDifferences } from './server-differences.ts';
import { listWith, objectWith } from './shape.ts';
import { startRun } from './start-run.ts';
import type { WireRun, WireRunStatus } from './wire.ts';

/** A page of a thread's runs, newest first. */
export interface RunQuery {
  readonly limit?: number;
  readonly offset?: number;
  readonly status?: WireRunStatus | undefined;
}

/** Where to go on reading. Without `lastEventId` from the first event that the server still has. */
export interface JoinPlace {
  readonly lastEventId?: string | undefined;
}

/** How to stop a run. `rollback` also takes back what it wrote, where the server can. */
export interface CancelHow {
  readonly action?: 'interrupt' | 'rollback' | undefined;
  /** Answer only when the run has stopped. */
  readonly wait?: boolean | undefined;
}

/**
 * Runs. Starting one is a single request that is never sent again: when its fate is not known, the thread's run list
 * is searched for it, and what is not found there fails as `UnknownOutcomeError` (row C-3).
 */
export class RunsClient {
  readonly #http: Http;
  readonly #differences: ServerDifferences;
  readonly #server: RunServer;

  constructor(http: Http, differences: ServerDifferences) {
    this.#http = http;
    this.#differences = differences;
    this.#server = new RunServer(http, this);
  }

  async list(threadId: string, query: RunQuery = {}, options: CallOptions = {}): Promise<readonly WireRun[]> {
    const { limit = 10, offset = 0, status } = query;
    const page = await this.#differences.runPage(limit, offset);
    const answer = await this.#http.json({
      method: 'GET',
      route: route`/threads/${threadId}/runs`,
      query: { ...page, status },
      options,
    });
    return this.#differences.newestRuns(listWith(answer, 'run_id', 'a list of runs'), limit, offset);
  }

  async get(threadId: string, runId: string, options: CallOptions = {}): Promise<WireRun> {
    const answer = await this.#http.json({
      method: 'GET',
      route: route`/threads/${threadId}/runs/${runId}`,
      options,
    });
    return objectWith(answer, 'run_id', 'a run');
  }

  /** Starts a run in the background. */
  async create(
    threadId: string,
    assistantId: string,
    payload: RunPayload = {},
    options: CallOptions = {},
  ): Promise<WireRun> {
    const run = await this.#prepare(threadId, assistantId, payload);
    const send = (): Promise<unknown> =>
      this.#http.json({
        method: 'POST',
        route: route`/threads/${threadId}/runs`,
        bodyText: run.bodyText,
        repeat: 'never',
        options,
      });
    const started = await startRun(this, run, options, send, this.#http.reconnect.baseMs);
    return started.adopted ?? objectWith(started.answer, 'run_id', 'a run');
  }

  /** Starts a run and reads its events. `threadId: null` runs without a thread: nothing is kept, nothing can be resumed. */
  stream(
    threadId: string | null,
    assistantId: string,
    payload: RunPayload = {},
    options: CallOptions = {},
  ): RunStream {
    const run = this.#prepare(threadId, assistantId, payload);
    run.catch(() => {});
    return new RunReader(this.#server, threadId, { kind: 'start', run }, options);
  }

  /** Reads the events of a run that was started elsewhere. On the JavaScript server two readers of a run that is not resumable take events from each other. */
  joinStream(
    threadId: string | null,
    runId: string,
    place: JoinPlace = {},
    options: CallOptions = {},
  ): RunStream {
    const begin = { kind: 'join', runId, lastEventId: place.lastEventId ?? null } as const;
    return new RunReader(this.#server, threadId, begin, options);
  }

  /** Asks to stop a run. What came of it is in the run's status. */
  cancel(
    threadId: string,
    runId: string,
    { action, wait }: CancelHow = {},
    options: CallOptions = {},
  ): Promise<void> {
    return this.#http.nothing({
      method: 'POST',
      route: route`/threads/${threadId}/runs/${runId}/cancel`,
      // Any text, "false" too, counts as true on the JavaScript server: say it only when it is wanted.
      query: { action, wait: wait === true ? 1 : undefined },
      ...(wait === true ? { patience: 'long' } : {}),
      options,
    });
  }

  /** Deletes a run, and with it the checkpoints that it wrote. */
  delete(threadId: string, runId: string, options: CallOptions = {}): Promise<void> {
    return this.#http.nothing({
      method: 'DELETE',
      route: route`/threads/${threadId}/runs/${runId}`,
      options,
    });
  }

  /** Starts a run and waits for its last values. Throws `StreamError` when the run fails. */
  async wait(
    threadId: string,
    assistantId: string,
    payload: RunPayload = {},
    options: CallOptions = {},
  ): Promise<unknown> {
    const run = await this.#prepare(threadId, assistantId, payload);
    const send = (): Promise<unknown> =>
      this.#http.json({
        method: 'POST',
        route: route`/threads/${threadId}/runs/wait`,
        bodyText: run.bodyText,
        patience: 'long',
        repeat: 'never',
        options,
      });
    const started = await startRun(this, run, options, send, this.#http.reconnect.baseMs);
    if (started.adopted) return this.join(threadId, started.adopted.run_id, options);
    return valuesOf(started.answer, null);
  }

  /** Waits for the last values of a run that was started before. Throws `StreamError` when the run fails. */
  async join(threadId: string, runId: string, options: CallOptions = {}): Promise<unknown> {
    const answer = await this.#http.json({
      method: 'GET',
      route: route`/threads/${threadId}/runs/${runId}/join`,
      patience: 'long',
      options,
    });
    return valuesOf(answer, runId);
  }

  #prepare(threadId: string | null, assistantId: string, payload: RunPayload): Promise<PreparedRun> {
    const clientRequestId = payload.clientRequestId ?? randomUuid();
    return prepareRun(this.#differences, threadId, assistantId, payload, clientRequestId);
  }
}

/** Waits and joins answer 200 for a run that failed, too. */
function valuesOf(answer: unknown, runId: string | null): unknown {
  const failure = failureIn(answer);
  if (failure) throw new StreamError(failure.name, failure.message, runId);
  return answer;
}
