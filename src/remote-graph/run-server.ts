import type { Reconnect } from './connection-settings.ts';
import type { CallOptions, Http, OpenAnswer } from './http.ts';
import { route, type Query } from './path.ts';
import type { NumberReading } from './text-of.ts';
import type { PreparedRun } from './run-payload.ts';
import { requireEventStream } from './run-connection.ts';
import { anyObject, objectWith } from './shape.ts';
import { startRun, type RunLister, type Started } from './start-run.ts';
import type { WireRun, WireThread, WireThreadState } from './wire.ts';

/** The requests that reading a run takes. */
export class RunServer {
  readonly maxFrameBytes: number;
  readonly reconnect: Reconnect;
  readonly lister: RunLister;
  readonly #http: Http;

  constructor(http: Http, lister: RunLister) {
    this.#http = http;
    this.lister = lister;
    this.maxFrameBytes = http.maxFrameBytes;
    this.reconnect = http.reconnect;
  }

  /** The one request that starts the run; the run itself when it is found although the answer was cut off. */
  async start(run: PreparedRun, options: CallOptions): Promise<Started<OpenAnswer>> {
    const { threadId } = run;
    const send = (bodyText: string): Promise<OpenAnswer> =>
      this.#http.stream({
        method: 'POST',
        route: threadId === null ? route`/runs/stream` : route`/threads/${threadId}/runs/stream`,
        bodyText,
        patience: 'long',
        repeat: 'never',
        options,
      });
    const started = await startRun(this.lister, run, options, send, this.reconnect.baseMs);
    if (started.answer) await requireEventStream(started.answer);
    return started;
  }

  /** How the numbers of a run's events are read. */
  numbersFor(options: CallOptions): NumberReading {
    return this.#http.numbersFor(options);
  }

  /** Reads on after `lastEventId`; `-1` is before the first event. Without a thread: JavaScript server only. */
  async join(
    threadId: string | null,
    runId: string,
    lastEventId: string | null,
    options: CallOptions,
    query: Query = {},
  ): Promise<OpenAnswer> {
    const open = await this.#http.stream({
      method: 'GET',
      route:
        threadId === null ? route`/runs/${runId}/stream` : route`/threads/${threadId}/runs/${runId}/stream`,
      query,
      ...(lastEventId === null ? {} : { headers: { 'last-event-id': lastEventId } }),
      patience: 'long',
      options,
    });
    return requireEventStream(open);
  }

  async run(threadId: string, runId: string, options: CallOptions): Promise<WireRun> {
    const path = route`/threads/${threadId}/runs/${runId}`;
    return objectWith(await this.#http.json({ method: 'GET', route: path, options }), 'run_id', 'a run');
  }

  async thread(threadId: string, options: CallOptions): Promise<WireThread> {
    const path = route`/threads/${threadId}`;
    return objectWith(
      await this.#http.json({ method: 'GET', route: path, options }),
      'thread_id',
      'a thread',
    );
  }

  async state(threadId: string, options: CallOptions): Promise<WireThreadState> {
    const path = route`/threads/${threadId}/state`;
    return anyObject(await this.#http.json({ method: 'GET', route: path, options }), 'a state of a thread');
  }

  cancel(threadId: string, runId: string, options: CallOptions): Promise<void> {
    const path = route`/threads/${threadId}/runs/${runId}/cancel`;
    return this.#http.nothing({ method: 'POST', route: path, options });
  }
}
