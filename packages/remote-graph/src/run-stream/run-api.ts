import type { ReconnectOptions } from '../http/client-settings.ts';
import type { CallOptions, HttpClient, OpenResponse } from '../http/http-client.ts';
import { route, type Query } from '../http/route.ts';
import type { NumberMode } from '../http/raw-text.ts';
import type { PreparedRun } from './run-payload.ts';
import { requireEventStream } from './stream-connection.ts';
import { expectObject, expectObjectWith } from '../http/response-checks.ts';
import { startRunOnce, type RunLister, type StartOutcome } from './start-run-once.ts';
import type { WireRun, WireThread, WireThreadState } from '../http/api-types.ts';

/** The requests for reading a run. */
export class RunApi {
  readonly maxFrameBytes: number;
  readonly reconnect: ReconnectOptions;
  readonly lister: RunLister;
  readonly #http: HttpClient;

  constructor(http: HttpClient, lister: RunLister) {
    this.#http = http;
    this.lister = lister;
    this.maxFrameBytes = http.maxFrameBytes;
    this.reconnect = http.reconnect;
  }

  /** The request that starts the run, or the run itself if found after the response was cut off. */
  async start(run: PreparedRun, options: CallOptions): Promise<StartOutcome<OpenResponse>> {
    const { threadId } = run;
    const send = async (bodyText: string): Promise<OpenResponse> =>
      requireEventStream(
        await this.#http.stream({
          method: 'POST',
          route: threadId === null ? route`/runs/stream` : route`/threads/${threadId}/runs/stream`,
          bodyText,
          duration: 'long',
          retry: 'never',
          options,
        }),
      );
    return startRunOnce(this.lister, run, options, send, this.reconnect.baseMs);
  }

  numberModeFor(options: CallOptions): NumberMode {
    return this.#http.numberModeFor(options);
  }

  /**
   * Reads on after `lastEventId`; `-1` is before the first event. Without a thread: JavaScript server only.
   */
  async join(
    threadId: string | null,
    runId: string,
    lastEventId: string | null,
    options: CallOptions,
    query: Query = {},
  ): Promise<OpenResponse> {
    const open = await this.#http.stream({
      method: 'GET',
      route:
        threadId === null ? route`/runs/${runId}/stream` : route`/threads/${threadId}/runs/${runId}/stream`,
      query,
      ...(lastEventId === null ? {} : { headers: { 'last-event-id': lastEventId } }),
      duration: 'long',
      options,
    });
    return requireEventStream(open);
  }

  async run(threadId: string, runId: string, options: CallOptions): Promise<WireRun> {
    const path = route`/threads/${threadId}/runs/${runId}`;
    return expectObjectWith(
      await this.#http.json({ method: 'GET', route: path, options }),
      'run_id',
      'a run',
    );
  }

  async thread(threadId: string, options: CallOptions): Promise<WireThread> {
    const path = route`/threads/${threadId}`;
    return expectObjectWith(
      await this.#http.json({ method: 'GET', route: path, options }),
      'thread_id',
      'a thread',
    );
  }

  async state(threadId: string, options: CallOptions): Promise<WireThreadState> {
    const path = route`/threads/${threadId}/state`;
    return expectObject(
      await this.#http.json({ method: 'GET', route: path, options }),
      'a state of a thread',
    );
  }

  cancel(threadId: string, runId: string, options: CallOptions): Promise<void> {
    const path = route`/threads/${threadId}/runs/${runId}/cancel`;
    return this.#http.sendOnly({ method: 'POST', route: path, options });
  }
}
