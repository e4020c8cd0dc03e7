import { findStartedRun, runLocationOf } from './start-run-once.ts';
import { Deferred } from '../async/deferred.ts';
import { PrefetchedIterator } from '../async/prefetched-iterator.ts';
import { nothingOmitted, type OmittedRunOptions } from '../compat/run-option-limits.ts';
import { ArgumentError, StreamError } from '../errors.ts';
import type { CallOptions, OpenResponse } from '../http/http-client.ts';
import { FlattenedBatches } from '../async/flatten-batches.ts';
import type { FrameBatch } from '../sse/frame-batch.ts';
import { monotonicClock } from '../async/clock.ts';
import { HeartbeatMonitor } from './heartbeat-monitor.ts';
import { ObservableConnectionState } from './connection-state.ts';
import { anySignal, onAbort } from '../async/abort-signals.ts';
import type { Query } from '../http/route.ts';
import { sleep } from '../http/request-timeout.ts';
import { IdleEndDetector } from './idle-end-detector.ts';
import { readFrameBatches, type ConnectionEnd } from './stream-connection.ts';
import type { PreparedRun } from './run-payload.ts';
import { PausableDelay } from './pausable-delay.ts';
import { RunProgress } from './run-progress.ts';
import { StreamReconnector } from './reconnect-stream.ts';
import { RunLookup, type RunReadContext } from './run-lookup.ts';
import type { RunApi } from './run-api.ts';
import type { RunStream, StreamEnd, StreamConnectionState } from './run-stream-types.ts';
import { SseDecoder } from '../sse/sse-decoder.ts';
import { toStreamFrame, type StreamFrame } from './stream-frame.ts';
import type { NumberMode } from '../http/raw-text.ts';

export type RunReaderStart =
  | { readonly kind: 'start'; readonly prepare: (options: CallOptions) => Promise<PreparedRun> }
  | {
      readonly kind: 'join';
      readonly runId: string;
      readonly lastEventId: string | null;
      readonly query?: Query;
    };

const endOfClosedReader: StreamEnd = {
  outcome: 'lost',
  error: { name: 'Closed', message: 'The reader was closed. The run continues.' },
  incomplete: true,
};

/**
 * Reads a run over any number of connections: after each cut it asks for the run's status and, while there
 * may be more, rejoins after the last delivered event. The run is started only once. {@link StreamReconnector}
 * decides what follows a connection.
 */
export class RunStreamReader implements RunStream {
  readonly threadId: Promise<string | null>;
  readonly #server: RunApi;
  readonly #readerStart: RunReaderStart;
  readonly #isStateless: boolean;
  readonly #options: CallOptions;
  readonly #stop = new AbortController();
  readonly #connectionState = new ObservableConnectionState();
  readonly #delay = new PausableDelay();
  readonly #runId = new Deferred<string>();
  readonly #end = new Deferred<StreamEnd>();
  readonly #progress: RunProgress;
  readonly #streamReconnector: StreamReconnector;
  readonly #opening: Promise<OpenResponse | null>;
  readonly #frameBatches: PrefetchedIterator<FrameBatch>;
  readonly #batches: AsyncGenerator<readonly StreamFrame[], void, undefined>;
  readonly #frames: FlattenedBatches<StreamFrame>;
  readonly #stopListening: () => void;
  #decoder: SseDecoder;
  #heartbeat = new HeartbeatMonitor(monotonicClock);
  readonly #idleEndDetector = new IdleEndDetector(monotonicClock);
  #sentRun: PreparedRun | null = null;
  /** `close` was called: iteration ends without an error. */
  #isClosed = false;

  /** `getCurrentServer`: the server by its current address and key, if they may change while the run is read. */
  constructor(
    server: RunApi,
    threadId: string | null,
    readerStart: RunReaderStart,
    options: CallOptions,
    getCurrentServer: () => Promise<RunApi> = () => Promise.resolve(server),
  ) {
    this.threadId = Promise.resolve(threadId);
    this.#isStateless = threadId === null;
    this.#server = server;
    this.#readerStart = readerStart;
    this.#options = { ...options, signal: this.#stop.signal };
    this.#decoder = new SseDecoder(server.maxFrameBytes);
    this.#progress = new RunProgress(readerStart.kind === 'join' ? readerStart.lastEventId : null);
    const context: RunReadContext = {
      progress: this.#progress,
      connectionState: this.#connectionState,
      delay: this.#delay,
      options: this.#options,
    };
    this.#streamReconnector = new StreamReconnector(
      new RunLookup(server, getCurrentServer, context),
      threadId,
      context,
    );
    const { signal } = options;
    this.#stopListening = onAbort(signal, () => this.#stop.abort(signal?.reason));
    this.#opening =
      readerStart.kind === 'start' ? this.#start(readerStart.prepare) : this.#join(threadId, readerStart);
    this.#opening.catch((error: unknown) => this.#failToBegin(error));
    this.#frameBatches = new PrefetchedIterator(this.#read());
    this.#batches = batchesOf(this.#frameBatches, server.numberModeFor(options));
    this.#frames = new FlattenedBatches(this.#batches);
  }

  get runId(): Promise<string> {
    return this.#runId.promise;
  }

  get temporaryThreadId(): string | null {
    return this.#isStateless ? this.#streamReconnector.temporaryThreadId : null;
  }

  get omitted(): OmittedRunOptions {
    return this.#sentRun?.omitted ?? nothingOmitted;
  }

  get end(): Promise<StreamEnd> {
    return this.#end.promise;
  }

  [Symbol.asyncIterator](): AsyncIterator<StreamFrame, undefined> {
    return this.#frames;
  }

  batches(): AsyncIterable<readonly StreamFrame[]> {
    return this.#batches;
  }

  frameBatches(): AsyncIterable<FrameBatch> {
    return this.#frameBatches;
  }

  get silenceMs(): number {
    return this.#heartbeat.silenceMs;
  }

  onConnectionState(listener: (connectionState: StreamConnectionState) => void): () => void {
    return this.#connectionState.listen(listener);
  }

  reconnectNow(): void {
    this.#delay.skip();
  }

  pauseReconnecting(isPaused: boolean): void {
    this.#delay.setPaused(isPaused);
  }

  close(): void {
    this.#isClosed = true;
    this.#stop.abort(endOfClosedReader);
    this.#settle(endOfClosedReader);
  }

  async cancel(): Promise<void> {
    const runId = await this.runId;
    const threadId = (await this.threadId) ?? this.temporaryThreadId;
    if (threadId === null)
      throw new ArgumentError("A run without a thread can't be cancelled, only abandoned.");
    this.#streamReconnector.cancelRequested = true;
    // Without the reader's own signal: closing must not take back the cancel.
    await this.#streamReconnector.server.cancel(threadId, runId, { ...this.#options, signal: undefined });
  }

  expectCancel(accepted: Promise<boolean>): void {
    this.#streamReconnector.acceptedCancel = accepted.catch(() => false);
  }

  async #start(prepare: (options: CallOptions) => Promise<PreparedRun>): Promise<OpenResponse | null> {
    // With the reader's own signal: closing also aborts the lookups before the start.
    const run = await prepare(this.#options);
    const { response, adopted, sent } = await this.#server.start(run, this.#options);
    this.#sentRun = sent;
    this.#streamReconnector.recordStart(sent);
    if (response) this.#idleEndDetector.recordOpening();
    const location = response ? runLocationOf(response.headers, run.threadId) : null;
    this.#streamReconnector.temporaryThreadId = location?.threadId ?? null;
    const runId = adopted?.run_id ?? location?.runId ?? null;
    this.#setRunId(runId);
    if (runId === null) this.#identifyRun(sent).catch((error: unknown) => this.#runId.reject(error));
    return response;
  }

  /**
   * Finds out the id of a run whose response names it in no header, as behind many proxies: from its first event, or from
   * the thread's list of runs, whichever has it first. The stream need not be read for that. Never rejects.
   */
  async #identifyRun(run: PreparedRun): Promise<void> {
    const isKnown = new AbortController();
    this.#runId.promise.then(
      () => isKnown.abort(),
      () => isKnown.abort(),
    );
    const [wasRead] = await Promise.all([
      this.#frameBatches.prefetch(),
      this.#findInList(run, isKnown.signal),
    ]);
    // A consumer that reads by itself may still come to an event that names the run.
    if (wasRead) this.#runId.reject(unknownRunId());
  }

  async #findInList(run: PreparedRun, signal: AbortSignal): Promise<void> {
    if (run.threadId === null) return;
    const { lister, reconnect } = this.#server;
    const options = { ...this.#options, signal: anySignal([this.#stop.signal, signal]) };
    try {
      // The first event is usually sooner.
      await sleep(reconnect.baseMs / 4, options.signal);
      this.#setRunId((await findStartedRun(lister, run, options, undefined, reconnect.baseMs)).run_id);
    } catch {
      // The first event may still have it.
    }
  }

  #join(
    threadId: string | null,
    readerStart: RunReaderStart & { readonly kind: 'join' },
  ): Promise<OpenResponse | null> {
    this.#setRunId(readerStart.runId);
    this.#streamReconnector.joinQuery = readerStart.query ?? {};
    return this.#server.join(
      threadId,
      readerStart.runId,
      readerStart.lastEventId ?? '-1',
      this.#options,
      readerStart.query,
    );
  }

  async *#read(): AsyncGenerator<FrameBatch, void, undefined> {
    try {
      let response = await this.#opening;
      for (;;) {
        const connectionEnd = response ? yield* this.#readConnection(response) : 'cut';
        this.#stop.signal.throwIfAborted();
        const decision = await this.#streamReconnector.reconnectOrEnd(
          connectionEnd,
          this.#decoder,
          this.#idleEndDetector,
        );
        if (decision.lastBatch) yield decision.lastBatch;
        this.#setRunId(this.#streamReconnector.runId);
        if (decision.end) {
          this.#settle(this.#withKnownFault(decision.end));
          return;
        }
        response = decision.nextResponse;
      }
    } catch (error) {
      if (!this.#isClosed) throw error;
    } finally {
      // The loop was left, aborted, or hit a bug: nobody reads on.
      this.#settle(endOfClosedReader);
    }
  }

  async *#readConnection(response: OpenResponse): AsyncGenerator<FrameBatch, ConnectionEnd, undefined> {
    this.#decoder = new SseDecoder(this.#server.maxFrameBytes);
    this.#heartbeat = new HeartbeatMonitor(monotonicClock);
    this.#connectionState.set('live');
    const batches = readFrameBatches(response, this.#decoder, this.#heartbeat);
    try {
      for (;;) {
        this.#idleEndDetector.startWaiting();
        const { done, value } = await batches.next();
        this.#idleEndDetector.recordBytes();
        if (done) return value;
        this.#progress.take(value, this.#readerStart.kind === 'join');
        this.#setRunId(this.#progress.runId);
        if (value.count > 0) yield value;
      }
    } finally {
      this.#idleEndDetector.recordBytes();
      await batches.return('cut');
    }
  }

  /** Tells a known fault of the server from one of the graph. */
  #withKnownFault(end: StreamEnd): StreamEnd {
    const isKnownFault = end.error !== null && this.#sentRun?.learnFromFailure(end.error.message) === true;
    return isKnownFault ? { ...end, isKnownFault } : end;
  }

  #setRunId(runId: string | null): void {
    if (runId === null) return;
    this.#streamReconnector.identifyRun(runId);
    this.#runId.resolve(this.#streamReconnector.runId ?? runId);
  }

  #failToBegin(error: unknown): void {
    this.#runId.reject(error);
    this.#end.reject(error);
    this.#settle(endOfClosedReader);
  }

  /** The first call wins. */
  #settle(end: StreamEnd): void {
    this.#end.resolve(end);
    this.#runId.reject(unknownRunId());
    this.#connectionState.set('ended');
    this.#stop.abort(endOfClosedReader);
    this.#stopListening();
  }
}

function unknownRunId(): StreamError {
  return new StreamError('Unknown', 'The server did not send the ID of the run.', null);
}

async function* batchesOf(
  batches: AsyncIterable<FrameBatch>,
  numbers: NumberMode,
): AsyncGenerator<readonly StreamFrame[], void, undefined> {
  for await (const batch of batches) yield batch.frames().map((sse) => toStreamFrame(sse, numbers));
}
