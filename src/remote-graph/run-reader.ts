import { runLocationOf } from './content-location.ts';
import { Deferred } from './deferred.ts';
import { ArgumentError, StreamError } from './errors.ts';
import type { CallOptions, OpenAnswer } from './http.ts';
import { FlatBatches } from './flat-batches.ts';
import type { FramePack } from './frame-pack.ts';
import { machineClock } from './clock.ts';
import { HeartbeatWatch } from './heartbeat-watch.ts';
import { LinkState } from './link-state.ts';
import { onAbort } from './on-abort.ts';
import type { Query } from './path.ts';
import { QuietEnd } from './quiet-end.ts';
import { readPacks, type ConnectionEnd } from './run-connection.ts';
import type { PreparedRun } from './run-payload.ts';
import { ReconnectGate } from './reconnect-gate.ts';
import { RunProgress } from './run-progress.ts';
import { RunRecovery } from './run-recovery.ts';
import type { RunServer } from './run-server.ts';
import type { RunStream, StreamEnd, StreamLink } from './run-stream-types.ts';
import { SseDecoder } from './sse.ts';
import { streamFrame, type StreamFrame } from './stream-frame.ts';
import type { NumberReading } from './text-of.ts';

/** Start a run, or read one that was started elsewhere. */
export type Begin =
  | { readonly kind: 'start'; readonly prepare: (options: CallOptions) => Promise<PreparedRun> }
  | {
      readonly kind: 'join';
      readonly runId: string;
      readonly lastEventId: string | null;
      readonly query?: Query;
    };

const closed: StreamEnd = {
  outcome: 'lost',
  error: { name: 'Closed', message: 'Reading was ended here. The run goes on.' },
  incomplete: true,
};

/**
 * Reads a run through any number of connections: each cut is followed by asking the server how the run stands and, while
 * there may be more, by joining it again after the last event that was delivered. The run is started once, whatever
 * happens; what happens after a connection has ended is decided in {@link RunRecovery}.
 */
export class RunReader implements RunStream {
  readonly threadId: Promise<string | null>;
  readonly #server: RunServer;
  readonly #begin: Begin;
  readonly #threadless: boolean;
  readonly #options: CallOptions;
  readonly #stop = new AbortController();
  readonly #link = new LinkState();
  readonly #gate = new ReconnectGate();
  readonly #runId = new Deferred<string>();
  readonly #end = new Deferred<StreamEnd>();
  readonly #progress: RunProgress;
  readonly #recovery: RunRecovery;
  readonly #opening: Promise<OpenAnswer | null>;
  readonly #packs: AsyncGenerator<FramePack, void, undefined>;
  readonly #batches: AsyncGenerator<readonly StreamFrame[], void, undefined>;
  readonly #frames: FlatBatches<StreamFrame>;
  readonly #stopListening: () => void;
  #decoder: SseDecoder;
  #watch = new HeartbeatWatch(machineClock);
  readonly #quiet = new QuietEnd(machineClock);
  /** `close` was called: the loop that reads ends without an error. */
  #left = false;

  constructor(server: RunServer, threadId: string | null, begin: Begin, options: CallOptions) {
    this.threadId = Promise.resolve(threadId);
    this.#threadless = threadId === null;
    this.#server = server;
    this.#begin = begin;
    this.#options = { ...options, signal: this.#stop.signal };
    this.#decoder = new SseDecoder(server.maxFrameBytes);
    this.#progress = new RunProgress(begin.kind === 'join' ? begin.lastEventId : null);
    this.#recovery = new RunRecovery(server, this.#progress, this.#link, this.#gate, threadId, this.#options);
    const { signal } = options;
    this.#stopListening = onAbort(signal, () => this.#stop.abort(signal?.reason));
    this.#opening = begin.kind === 'start' ? this.#start(begin.prepare) : this.#join(threadId, begin);
    this.#opening.catch((thrown: unknown) => this.#failToBegin(thrown));
    this.#packs = this.#read();
    this.#batches = batchesOf(this.#packs, server.numbersFor(options));
    this.#frames = new FlatBatches(this.#batches);
  }

  get runId(): Promise<string> {
    return this.#runId.promise;
  }

  get temporaryThreadId(): string | null {
    return this.#threadless ? this.#recovery.temporaryThreadId : null;
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

  packs(): AsyncIterable<FramePack> {
    return this.#packs;
  }

  get quietMs(): number {
    return this.#watch.quietMs;
  }

  onLink(listener: (link: StreamLink) => void): () => void {
    return this.#link.listen(listener);
  }

  reconnectNow(): void {
    this.#gate.now();
  }

  holdReconnecting(held: boolean): void {
    this.#gate.hold(held);
  }

  close(): void {
    this.#left = true;
    this.#stop.abort(closed);
    this.#settle(closed);
  }

  async cancel(): Promise<void> {
    const runId = await this.runId;
    const threadId = (await this.threadId) ?? this.temporaryThreadId;
    if (threadId === null) throw new ArgumentError('A run without a thread can not be cancelled, only left.');
    this.#recovery.cancelAsked = true;
    // Not with the reader's own signal: closing the reading must not take back the wish to stop.
    await this.#server.cancel(threadId, runId, { ...this.#options, signal: undefined });
  }

  async #start(prepare: (options: CallOptions) => Promise<PreparedRun>): Promise<OpenAnswer | null> {
    // With the reader's own signal: closing it also ends what is asked before the run is started (row R-17).
    const run = await prepare(this.#options);
    const { answer, adopted } = await this.#server.start(run, this.#options);
    this.#recovery.started(run);
    if (answer) this.#quiet.started();
    const location = answer ? runLocationOf(answer.headers) : null;
    this.#recovery.temporaryThreadId = location?.threadId ?? null;
    this.#knowRun(adopted ? adopted.run_id : (location?.runId ?? null));
    return answer;
  }

  #join(threadId: string | null, begin: Begin & { readonly kind: 'join' }): Promise<OpenAnswer | null> {
    this.#knowRun(begin.runId);
    this.#recovery.joinQuery = begin.query ?? {};
    return this.#server.join(threadId, begin.runId, begin.lastEventId ?? '-1', this.#options, begin.query);
  }

  async *#read(): AsyncGenerator<FramePack, void, undefined> {
    try {
      let open = await this.#opening;
      for (;;) {
        const ended = open ? yield* this.#readOne(open) : 'cut';
        this.#stop.signal.throwIfAborted();
        const next = await this.#recovery.next(ended, this.#decoder, this.#quiet);
        if (next.last) yield next.last;
        this.#knowRun(this.#recovery.runId);
        if (next.end) {
          this.#settle(next.end);
          return;
        }
        open = next.open;
      }
    } catch (thrown) {
      if (!this.#left) throw thrown;
    } finally {
      // A loop that was left early, an abort, or a bug: in each case nobody reads on.
      this.#settle(closed);
    }
  }

  async *#readOne(open: OpenAnswer): AsyncGenerator<FramePack, ConnectionEnd, undefined> {
    this.#decoder = new SseDecoder(this.#server.maxFrameBytes);
    this.#watch = new HeartbeatWatch(machineClock);
    this.#link.set('live');
    const packs = readPacks(open, this.#decoder, this.#watch);
    try {
      for (;;) {
        this.#quiet.wait();
        const { done, value } = await packs.next();
        this.#quiet.heard();
        if (done) return value;
        this.#progress.take(value, this.#begin.kind === 'join');
        this.#knowRun(this.#progress.runId);
        if (value.count > 0) yield value;
      }
    } finally {
      this.#quiet.heard();
      await packs.return('cut');
    }
  }

  #knowRun(runId: string | null): void {
    if (runId === null) return;
    this.#recovery.runId ??= runId;
    this.#runId.resolve(this.#recovery.runId);
  }

  #failToBegin(thrown: unknown): void {
    this.#runId.reject(thrown);
    this.#end.reject(thrown);
    this.#settle(closed);
  }

  /** The first call counts; later ones change nothing. */
  #settle(end: StreamEnd): void {
    this.#end.resolve(end);
    this.#runId.reject(new StreamError('Unknown', 'The server did not tell the id of the run.', null));
    this.#link.set('ended');
    this.#stop.abort(closed);
    this.#stopListening();
  }
}

/** The events of packs as objects. */
async function* batchesOf(
  packs: AsyncGenerator<FramePack, void, undefined>,
  numbers: NumberReading,
): AsyncGenerator<readonly StreamFrame[], void, undefined> {
  for await (const pack of packs) yield pack.frames().map((sse) => streamFrame(sse, numbers));
}
