import { JsonText, stringifyExact } from 'exact-json';
import { bodyText } from '../http/request-body.ts';
import { mergeCallOptions } from '../http/merge-call-options.ts';
import { findStartedRun, runLocationOf, startRunOnce, type RunLister } from '../run-stream/start-run-once.ts';
import { ArgumentError, GraphServerError, StreamError } from '../errors.ts';
import type { CallOptions, HttpClient } from '../http/http-client.ts';
import { paginate } from '../http/paginate.ts';
import { route } from '../http/route.ts';
import { randomUuid } from './random-uuid.ts';
import { prepareRun, type CreatedRun, type PreparedRun, type RunPayload } from '../run-stream/run-payload.ts';
import type {
  ListAllRunsQuery,
  RunPayloadWithOptions,
  CancelOptions,
  CancelManyQuery,
  JoinStreamQuery,
  JoinQuery,
  BatchRunPayload,
  RunQuery,
  WaitPayload,
} from './run-types.ts';
import { RunStreamReader } from '../run-stream/run-stream-reader.ts';
import { RunApi } from '../run-stream/run-api.ts';
import type { RunStream } from '../run-stream/run-stream-types.ts';
import { nothingOmitted } from '../compat/run-option-limits.ts';
import type { ServerQuirks } from '../compat/server-quirks.ts';
import { explainRefusal } from '../compat/busy-thread.ts';
import { failureInResponse, failureInThreadState } from '../compat/run-failures.ts';
import { maxRuns, newestRuns, runPage, runPageSize } from '../compat/run-order.ts';
import { expectListWith, expectObjectWith } from '../http/response-checks.ts';
import type { WireRun } from '../http/api-types.ts';

export type { CancelOptions, JoinStreamQuery, RunQuery } from './run-types.ts';

export interface StreamCallOptions extends CallOptions {
  // Returns the server's client by its current address and key; the same one until they change. A cut stream
  // that can't reach its server reads on with it.
  readonly currentClient?: (() => Promise<{ readonly runs: RunsClient }>) | undefined;
}

/**
 * Runs API. The request that starts a run is never repeated: if its outcome is unknown, the run is looked up
 * in the thread's list, else `UnknownOutcomeError` is thrown. `threadId: null` runs without a
 * thread and stores nothing unless `onCompletion` says so.
 */
export class RunsClient {
  readonly #http: HttpClient;
  readonly #quirks: ServerQuirks;
  readonly #server: RunApi;
  readonly #lister: RunLister;

  constructor(http: HttpClient, quirks: ServerQuirks) {
    this.#http = http;
    this.#quirks = quirks;
    this.#lister = {
      list: (threadId, query, options) => this.list(threadId, query, options),
      explainRefusal: (error, threadId, options) => explainRefusal(quirks, error, threadId, options),
      alternativeForm: async (
        error,
        { continueForm, namesBoth, learnFromRefusal, prepareAgain },
        options,
      ) => {
        const learned =
          (error instanceof GraphServerError &&
            ((continueForm !== null && quirks.runs.learnFromRefusal(error, continueForm)) ||
              learnFromRefusal(error))) ||
          (namesBoth && (await quirks.agents.learnFromRefusal(error, options)));
        return learned ? prepareAgain() : null;
      },
    };
    this.#server = new RunApi(http, this.#lister);
  }

  async list(threadId: string, query: RunQuery = {}, options: CallOptions = {}): Promise<readonly WireRun[]> {
    const { limit = 10, offset = 0, status, select } = query;
    const callWith = mergeCallOptions(query, options);
    const sendWith = async (
      page: { readonly limit: number; readonly offset: number },
      members: typeof select,
    ): Promise<WireRun[]> => {
      const answer = await this.#http.json({
        method: 'GET',
        route: route`/threads/${threadId}/runs`,
        query: { ...page, status, select: members },
        options: callWith,
      });
      return expectListWith<WireRun>(answer, members ? null : 'run_id', 'a list of runs');
    };
    const send = (page: { readonly limit: number; readonly offset: number }): Promise<WireRun[]> =>
      this.#quirks.selection.send('runs', select, (members) => sendWith(page, members));
    const page = await runPage(this.#quirks, limit, offset, callWith);
    const runs =
      page.limit === limit
        ? await this.#quirks.pages.byOffset(limit, offset, (max, pageOffset) =>
            send({ limit: max, offset: pageOffset }),
          )
        : await send(page);
    if (!select) this.#quirks.runs.learnFromRuns(runs);
    const isOwn = ({ thread_id: owner }: WireRun): boolean => typeof owner !== 'string' || owner === threadId;
    const isRequestedRun = (run: WireRun): boolean =>
      isOwn(run) && (status === undefined || typeof run.status !== 'string' || run.status === status);
    if (runs.every(isRequestedRun)) {
      if (offset === 0) this.#quirks.runs.noteForeignRuns(threadId, 0);
      return newestRuns(this.#quirks, runs, limit, offset, callWith);
    }
    if (runs.some((run) => isOwn(run) && !isRequestedRun(run))) this.#quirks.filters.noteIgnored('runs');
    // This server lists other runs, too, so that its pages are not those of what was asked for.
    const all =
      page.limit === limit
        ? await this.#quirks.pages.byOffset(maxRuns, 0, (max, pageOffset) =>
            send({ limit: max, offset: pageOffset }),
          )
        : runs;
    const newest = await newestRuns(this.#quirks, all.filter(isRequestedRun), maxRuns, 0, callWith);
    this.#quirks.runs.noteForeignRuns(threadId, all.filter((run) => !isOwn(run)).length);
    return newest.slice(offset, offset + limit);
  }

  /** How many runs of other threads the server listed among those of this one, when they were last read. They are left out. */
  foreignRunsOf(threadId: string): number {
    return this.#quirks.runs.foreignRunsOf(threadId);
  }

  /** All runs of a thread, newest first. */
  async *listAll(
    threadId: string,
    query: ListAllRunsQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<WireRun, void, undefined> {
    const pageSize = await runPageSize(this.#quirks, query.pageSize, mergeCallOptions(query, options));
    yield* paginate(
      { ...query, pageSize },
      (limit, offset) => this.list(threadId, { ...query, limit, offset }, options),
      ({ run_id }): string | undefined => run_id,
    );
  }

  async get(threadId: string, runId: string, options: CallOptions = {}): Promise<WireRun> {
    const answer = await this.#http.json({
      method: 'GET',
      route: route`/threads/${threadId}/runs/${runId}`,
      options,
    });
    return expectObjectWith(answer, 'run_id', 'a run');
  }

  /** Starts a run in the background. */
  async create(
    threadId: string | null,
    assistantId: string,
    payload: RunPayloadWithOptions = {},
    options: CallOptions = {},
  ): Promise<WireRun> {
    const callWith = mergeCallOptions(payload, options);
    const run = await this.#prepare(threadId, assistantId, payload, callWith);
    // An answer that is no run is checked in here, so that the run is looked up instead.
    const send = async (text: string): Promise<WireRun> =>
      expectObjectWith(
        await this.#http.json({
          method: 'POST',
          route: threadId === null ? route`/runs` : route`/threads/${threadId}/runs`,
          bodyText: text,
          retry: 'never',
          options: callWith,
        }),
        'run_id',
        'a run',
      );
    const started = await startRunOnce(this.#lister, run, callWith, send, this.#http.reconnect.baseMs);
    const created = started.adopted ?? started.response;
    payload.onRunCreated?.(createdRun(created.run_id, threadId));
    return created;
  }

  /** The body that starting a run would send. Probes the server for its quirks, starts nothing. */
  async bodyText(
    threadId: string | null,
    assistantId: string,
    payload: RunPayload = {},
    options: CallOptions = {},
  ): Promise<string> {
    return (await this.#prepare(threadId, assistantId, payload, options)).bodyText;
  }

  /** Starts several stateless runs in one request. */
  async createBatch(
    payloads: readonly BatchRunPayload[],
    options: CallOptions = {},
  ): Promise<readonly WireRun[]> {
    const prepareBatch = async (): Promise<PreparedRun> => {
      const runs = await Promise.all(
        payloads.map((payload) => this.#prepare(null, payload.assistantId, payload, options)),
      );
      return {
        threadId: null,
        bodyText: stringifyExact(runs.map((run) => new JsonText(run.bodyText))),
        clientRequestId: runs[0]?.clientRequestId ?? '',
        resumable: true,
        cancelsOnDisconnect: false,
        continueForm: null,
        namesBoth: runs.some(({ namesBoth }) => namesBoth),
        omitted: runs[0]?.omitted ?? nothingOmitted,
        learnFromRefusal: (refusal) => runs.some((run) => run.learnFromRefusal(refusal)),
        learnFromFailure: () => false,
        prepareAgain: prepareBatch,
      };
    };
    const send = (body: string): Promise<unknown> =>
      this.#http.json({
        method: 'POST',
        route: route`/runs/batch`,
        bodyText: body,
        retry: 'never',
        options,
      });
    const batch = await prepareBatch();
    const { response } = await startRunOnce(this.#lister, batch, options, send, this.#http.reconnect.baseMs);
    const created = expectListWith<WireRun>(response, 'run_id', 'a list of runs');
    for (const [index, { run_id: runId }] of created.entries())
      payloads[index]?.onRunCreated?.(createdRun(runId, null));
    return created;
  }

  /** Starts a run and reads its events. */
  stream(
    threadId: string | null,
    assistantId: string,
    payload: RunPayloadWithOptions = {},
    options: StreamCallOptions = {},
  ): RunStream {
    const callWith = mergeCallOptions(payload, options);
    const prepare = (callOptions: CallOptions): Promise<PreparedRun> =>
      this.#prepare(threadId, assistantId, payload, callOptions);
    const readerStart = { kind: 'start', prepare } as const;
    const stream = new RunStreamReader(
      this.#server,
      threadId,
      readerStart,
      callWith,
      this.#currentServer(options),
    );
    const { onRunCreated } = payload;
    if (onRunCreated) stream.runId.then((runId) => onRunCreated(createdRun(runId, threadId))).catch(() => {});
    return stream;
  }

  /**
   * Reads the events of a run started elsewhere, on the JavaScript server also of a stateless one. There, two
   * readers of a run that is not resumable take events from each other.
   */
  joinStream(
    threadId: string | null,
    runId: string,
    joinQuery: JoinStreamQuery = {},
    options: StreamCallOptions = {},
  ): RunStream {
    const readerStart = {
      kind: 'join',
      runId,
      lastEventId: joinQuery.lastEventId ?? null,
      query: {
        cancel_on_disconnect: joinQuery.cancelOnDisconnect === true ? true : undefined,
        stream_mode: joinQuery.streamMode,
      },
    } as const;
    const callWith = mergeCallOptions(joinQuery, options);
    return new RunStreamReader(this.#server, threadId, readerStart, callWith, this.#currentServer(options));
  }

  #currentServer({ currentClient }: StreamCallOptions): (() => Promise<RunApi>) | undefined {
    return currentClient && (async () => (await currentClient()).runs.#server);
  }

  /** Asks to stop a run; its status is the outcome. Also takes `wait` and `action` as the SDK does. */
  cancel(
    threadId: string,
    runId: string,
    how?: CancelOptions | boolean,
    options?: CallOptions | CancelOptions['action'],
    last?: CallOptions,
  ): Promise<void> {
    const selection = typeof how === 'object' ? how : { wait: how };
    const action = typeof options === 'string' ? options : selection.action;
    const called = typeof options === 'string' ? last : options;
    const long = selection.wait === true;
    return this.#http.sendOnly({
      method: 'POST',
      route: route`/threads/${threadId}/runs/${runId}/cancel`,
      // The JavaScript server takes any text for true, even "false", so it is sent only if true
      // (docs/protocol.md, Cancelling and deleting runs).
      query: { action, wait: long ? 1 : undefined },
      ...(long ? { duration: 'long' } : {}),
      options: mergeCallOptions(selection, called ?? {}),
    });
  }

  /**
   * Stops several runs: some of a thread, or all with a status. Sent run by run to the JavaScript server.
   * Throws {@link ArgumentError} for both at once, which no server supports.
   */
  async cancelMany(which: CancelManyQuery, options: CallOptions = {}): Promise<void> {
    const { threadId, runIds, status, action } = which;
    if (status !== undefined && (threadId !== undefined || runIds !== undefined))
      throw new ArgumentError('Cancel runs by ID or by status, not both.');
    const callWith = mergeCallOptions(which, options);
    if (
      threadId !== undefined &&
      runIds !== undefined &&
      (await this.#quirks.has('cancelsOneByOne', callWith))
    ) {
      for (const runId of runIds) await this.cancel(threadId, runId, { action }, callWith);
      return;
    }
    await this.#http.sendOnly({
      method: 'POST',
      route: route`/runs/cancel`,
      query: { action },
      bodyText: bodyText({ thread_id: threadId, run_ids: runIds, status }),
      options: callWith,
    });
  }

  /** Deletes a run and the checkpoints that it wrote. */
  delete(threadId: string, runId: string, options: CallOptions = {}): Promise<void> {
    return this.#http.sendOnly({
      method: 'DELETE',
      route: route`/threads/${threadId}/runs/${runId}`,
      options,
    });
  }

  /** Starts a run and waits for its last values. Throws `StreamError` if it fails. */
  async wait(
    threadId: string | null,
    assistantId: string,
    payload: WaitPayload = {},
    options: CallOptions = {},
  ): Promise<unknown> {
    const callWith = mergeCallOptions(payload, options);
    const run = await this.#prepare(threadId, assistantId, payload, callWith);
    let runId: string | null = null;
    const send = (text: string): Promise<unknown> =>
      this.#http.json({
        method: 'POST',
        route: threadId === null ? route`/runs/wait` : route`/threads/${threadId}/runs/wait`,
        bodyText: text,
        duration: 'long',
        retry: 'never',
        onHeaders: (headers) => {
          runId = runLocationOf(headers, threadId)?.runId ?? null;
          if (runId !== null) payload.onRunCreated?.(createdRun(runId, threadId));
          else if (payload.onRunCreated) {
            // The run itself is not affected: only its id is not reported.
            this.#reportListedRun(run, payload.onRunCreated, callWith).catch(() => {});
          }
        },
        options: callWith,
      });
    const started = await startRunOnce(this.#lister, run, callWith, send, this.#http.reconnect.baseMs);
    if (!started.adopted) return valuesOf(started.response, runId, payload.raiseError ?? true);
    const { run_id: adoptedId, thread_id: itsThread } = started.adopted;
    if (runId === null) payload.onRunCreated?.(createdRun(adoptedId, threadId));
    const joining = { ...payload, cancelOnDisconnect: payload.onDisconnect === 'cancel' };
    return this.join(threadId ?? itsThread, adoptedId, joining, options);
  }

  /** Reports a run that no header names, once its thread lists it. Never rejects. */
  async #reportListedRun(
    run: PreparedRun,
    onRunCreated: (created: CreatedRun) => void,
    options: CallOptions,
  ): Promise<void> {
    try {
      const { run_id: runId } = await findStartedRun(
        this.#lister,
        run,
        options,
        undefined,
        this.#http.reconnect.baseMs,
      );
      onRunCreated(createdRun(runId, run.threadId));
    } catch {
      // A run without a thread is in no list, and its result names it neither.
    }
  }

  /** Waits for the last values of a run. Throws `StreamError` if it fails. */
  async join(
    threadId: string,
    runId: string,
    query: JoinQuery = {},
    options: CallOptions = {},
  ): Promise<unknown> {
    const answer = await this.#http.json({
      method: 'GET',
      route: route`/threads/${threadId}/runs/${runId}/join`,
      query: { cancel_on_disconnect: query.cancelOnDisconnect === true ? true : undefined },
      duration: 'long',
      options: mergeCallOptions(query, options),
    });
    const raiseError = query.raiseError ?? true;
    const values = valuesOf(answer, runId, raiseError);
    if (raiseError) await this.#throwLateFailure(threadId, runId, mergeCallOptions(query, options));
    return values;
  }

  /** Joining a failed run, the JavaScript server returns the thread's values as if it had not failed. */
  async #throwLateFailure(threadId: string, runId: string, options: CallOptions): Promise<void> {
    if (!(await this.#quirks.has('hidesFailureOfJoinedRun', options))) return;
    const run = await this.get(threadId, runId, options);
    if (run.status !== 'error') return;
    const { name, message } = failureInThreadState(await this.#server.state(threadId, options), runId);
    throw new StreamError(name, message, runId);
  }

  #prepare(
    threadId: string | null,
    assistantId: string,
    payload: RunPayload,
    options: CallOptions,
  ): Promise<PreparedRun> {
    const clientRequestId = payload.clientRequestId ?? randomUuid();
    return prepareRun(this.#quirks, threadId, assistantId, payload, clientRequestId, options);
  }
}

function createdRun(runId: string, threadId: string | null): CreatedRun {
  return threadId === null ? { run_id: runId } : { run_id: runId, thread_id: threadId };
}

// Waits and joins respond with 200 for failed runs too (docs/protocol.md, Failures inside a successful
// answer).
function valuesOf(answer: unknown, runId: string | null, raiseError: boolean): unknown {
  const failure = failureInResponse(answer);
  if (failure && raiseError) throw new StreamError(failure.name, failure.message, runId);
  return answer;
}
