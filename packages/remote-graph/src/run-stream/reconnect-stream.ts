import type { FrameBatch } from '../sse/frame-batch.ts';
import type { CallOptions, OpenResponse } from '../http/http-client.ts';
import type { ObservableConnectionState } from './connection-state.ts';
import type { PausableDelay } from './pausable-delay.ts';
import { backoffMs } from '../http/retry.ts';
import type { ConnectionEnd } from './stream-connection.ts';
import { hasRunEnded, resolveRunOutcome } from './run-outcome.ts';
import type { Query } from '../http/route.ts';
import type { PreparedRun } from './run-payload.ts';
import type { IdleEndDetector } from './idle-end-detector.ts';
import type { RunProgress } from './run-progress.ts';
import type { RunApi } from './run-api.ts';
import type { StreamEnd } from './run-stream-types.ts';
import { readResumableFlag } from '../compat/run-quirks.ts';
import type { SseDecoder } from '../sse/sse-decoder.ts';
import { isPermanentAnswer, type CurrentRun, type RunLookup, type RunReadContext } from './run-lookup.ts';
import type { WireRun } from '../http/api-types.ts';

// After a connection has ended: deliver the last events, then stop or read on (`nextResponse: null`: ask again).
export type ReconnectDecision =
  | { readonly lastBatch: FrameBatch | null; readonly end: StreamEnd }
  | { readonly lastBatch: FrameBatch | null; readonly end: null; readonly nextResponse: OpenResponse | null };

// How often the rest of a finished run is requested while it sends nothing.
const maxAttemptsForFinishedRun = 10;

// Waits between looks at a run after an `error` event, until the server says that it has failed.
const failedStatusDelaysMs = [50, 200, 400];

// Reconnects and resumes the event stream of a run after its connection was cut. Decides whether to rejoin it, after
// which event (`Last-Event-ID`), and when to retry. A clean end is not success, so the server is asked for the run's
// status. A running run is joined again; a finished one is joined once more for missed events, unless the end proves
// that there are none (`IdleEndDetector`). What can't be re-read is never guessed: the end then reports possible gaps.
export class StreamReconnector {
  cancelRequested = false;
  /** Resolves to whether the server accepted a cancel that somebody else has sent; `null` without one. */
  acceptedCancel: Promise<boolean> | null = null;
  /** Thread of a stateless run, if the server named it. */
  temporaryThreadId: string | null = null;
  /** Query of each join, besides the position. */
  joinQuery: Query = {};
  readonly #lookup: RunLookup;
  readonly #progress: RunProgress;
  readonly #connectionState: ObservableConnectionState;
  readonly #delay: PausableDelay;
  readonly #threadId: string | null;
  readonly #options: CallOptions;
  /** `null` while unknown. */
  #resumable: boolean | null = null;
  #incomplete = false;
  /** The connection only repeats and completes: the run was over when it opened, or it restarted. */
  #isReplay = false;
  /** Consecutive connections without new events. */
  #idleConnections = 0;
  #failedJoins = 0;
  #deliveredBefore = 0;

  constructor(
    lookup: RunLookup,
    threadId: string | null,
    { progress, connectionState, delay, options }: RunReadContext,
  ) {
    this.#lookup = lookup;
    this.#progress = progress;
    this.#connectionState = connectionState;
    this.#delay = delay;
    this.#threadId = threadId;
    this.#options = options;
  }

  /** The server by the address and key that worked last. */
  get server(): RunApi {
    return this.#lookup.server;
  }

  get runId(): string | null {
    return this.#lookup.runId;
  }

  /** Ignored once the run is known. */
  identifyRun(runId: string): void {
    this.#lookup.runId ??= runId;
  }

  /** The run was started by this client, with this payload. */
  recordStart(run: PreparedRun): void {
    this.#lookup.prepared = run;
    this.#resumable = run.resumable;
    if (run.cancelsOnDisconnect) this.joinQuery = { cancel_on_disconnect: true };
  }

  async reconnectOrEnd(
    reportedEnd: ConnectionEnd,
    decoder: SseDecoder,
    idleEndDetector: IdleEndDetector,
  ): Promise<ReconnectDecision> {
    // Nothing can be cut off after an `end` event.
    const connectionEnd = decoder.sawEndEvent ? 'eof' : reportedEnd;
    if (connectionEnd === 'cut') {
      this.#connectionState.set('reconnecting');
      await this.#delay.wait(0, this.#options.signal);
    }
    if (this.#threadId === null) return this.#nextWithoutThread(connectionEnd, decoder);
    this.#countProgress();
    const current = await this.#readRun(this.#threadId);
    if ('lost' in current) return { lastBatch: null, end: this.#endAsLost(current.lost) };
    const { run } = current;
    this.#resumable ??= readResumableFlag(run);
    const resumeAfterId = this.#resumable === false ? null : this.#progress.resumeAfter;
    if (!hasRunEnded(run)) return this.#rejoin(this.#threadId, run, resumeAfterId);
    const hasAllEvents =
      Boolean(this.#progress.failure) ||
      decoder.sawEndEvent ||
      (this.#isReplay && connectionEnd !== 'cut') ||
      (connectionEnd === 'eof' && decoder.isBetweenFrames && idleEndDetector.sawWholeRun(run));
    if (hasAllEvents) return this.#endOfRun(run, null);
    if (resumeAfterId !== null) return this.#rejoin(this.#threadId, run, resumeAfterId);
    // The rest can't be requested.
    if (connectionEnd !== 'cut') return this.#endOfRun(run, this.#flushLastEvent(decoder));
    this.#incomplete = true;
    return this.#endOfRun(run, null);
  }

  /**
   * An `error` event comes a moment before the status of its run. It is not the end of a run that the server retries, which
   * stays active.
   */
  async #readRun(threadId: string): Promise<CurrentRun> {
    for (const delayMs of this.#progress.failure ? failedStatusDelaysMs : []) {
      const current = await this.#lookup.read(threadId);
      if ('lost' in current || hasRunEnded(current.run)) return current;
      await this.#delay.wait(delayMs, this.#options.signal);
    }
    return this.#lookup.read(threadId);
  }

  #countProgress(): void {
    const progressed = this.#progress.delivered > this.#deliveredBefore;
    this.#deliveredBefore = this.#progress.delivered;
    this.#idleConnections = progressed ? 0 : this.#idleConnections + 1;
    if (progressed) this.#failedJoins = 0;
  }

  async #rejoin(threadId: string, run: WireRun, resumeAfterId: string | null): Promise<ReconnectDecision> {
    const { baseMs, maxMs } = this.server.reconnect;
    const isRunOver = hasRunEnded(run);
    // The rest of a finished run is not worth endless waiting: its state is there.
    const attempts = Math.min(
      this.server.reconnect.attempts,
      isRunOver ? maxAttemptsForFinishedRun : Infinity,
    );
    if (!isRunOver) this.#connectionState.set('reconnecting');
    if (isRunOver && this.#idleConnections >= attempts) {
      this.#incomplete = true;
      return this.#endOfRun(run, null);
    }
    const waitMs = this.#idleConnections > 0 ? backoffMs(this.#idleConnections, baseMs, maxMs) : 0;
    // The end of a cleanly finished run is reported even while paused.
    if (!isRunOver || waitMs > 0) await this.#delay.wait(waitMs, this.#options.signal);
    if (resumeAfterId === null) this.#incomplete = true;
    // Events without ids can't be requested again: all that is left is to await the end.
    if (resumeAfterId === null && this.#resumable !== false)
      return { lastBatch: null, end: null, nextResponse: null };
    try {
      const nextResponse = await this.server.join(
        threadId,
        run.run_id,
        resumeAfterId,
        this.#options,
        this.joinQuery,
      );
      this.#progress.rejoined();
      this.#isReplay = isRunOver;
      return { lastBatch: null, end: null, nextResponse };
    } catch (error) {
      this.#options.signal?.throwIfAborted();
      this.#failedJoins += 1;
      const isPermanent = error instanceof Error && isPermanentAnswer(error);
      if (!isPermanent && this.#failedJoins < attempts) {
        await this.#delay.wait(backoffMs(this.#failedJoins, baseMs, maxMs), this.#options.signal);
        return { lastBatch: null, end: null, nextResponse: null };
      }
      this.#incomplete = true;
      if (isRunOver) return this.#endOfRun(run, null);
      // The run continues, only its events are unreachable: poll until it is over.
      return { lastBatch: null, end: null, nextResponse: null };
    }
  }

  async #endOfRun(run: WireRun, lastBatch: FrameBatch | null): Promise<ReconnectDecision> {
    // The run's own record may omit it.
    const threadId = this.#threadId ?? run.thread_id;
    const queries = {
      thread: () => this.#ignoringErrors(this.server.thread(threadId, this.#options)),
      state: () => this.#ignoringErrors(this.server.state(threadId, this.#options)),
      signal: this.#options.signal,
    };
    const { failure, interrupt, doubtful, isEmpty } = this.#progress;
    const outcome = await resolveRunOutcome(
      run,
      { failure, interrupt, cancelRequested: this.cancelRequested },
      queries,
    );
    return { lastBatch, end: { ...outcome, incomplete: this.#incomplete || doubtful || isEmpty } };
  }

  /** Optional details may fail: the run's own status is known. */
  async #ignoringErrors<T>(answer: Promise<T>): Promise<T | null> {
    try {
      return await answer;
    } catch {
      this.#options.signal?.throwIfAborted();
      return null;
    }
  }

  /** The server is unreachable or no longer knows the run. */
  #endAsLost(cause: Error): StreamEnd {
    const { failure, unknownRun } = this.#progress;
    if (failure && !unknownRun) return { outcome: 'failed', error: failure, incomplete: this.#incomplete };
    return { outcome: 'lost', error: { name: cause.name, message: cause.message }, incomplete: true };
  }

  /**
   * A stateless run can't be looked up: its temporary thread is deleted with it. The JavaScript server, and
   * servers that name its thread, allow joining it. It is read from its first event, because events may have
   * no ids; delivered ones come again in order and are skipped.
   */
  async #nextWithoutThread(connectionEnd: ConnectionEnd, decoder: SseDecoder): Promise<ReconnectDecision> {
    this.#countProgress();
    const { attempts, baseMs, maxMs } = this.server.reconnect;
    // Twice the same and no partial frame: a real end.
    const isEndConfirmed =
      connectionEnd === 'close' && this.#isReplay && this.#idleConnections > 0 && decoder.isBetweenFrames;
    const canJoin = connectionEnd !== 'eof' && this.#resumable !== false && !this.#progress.failure;
    if (
      isEndConfirmed ||
      !canJoin ||
      this.runId === null ||
      Math.max(this.#failedJoins, this.#idleConnections) >= attempts
    ) {
      return this.#endWithoutThread(isEndConfirmed ? 'eof' : connectionEnd, decoder);
    }
    const wait = this.#idleConnections > 0 ? backoffMs(this.#idleConnections, baseMs, maxMs) : 0;
    await this.#delay.wait(wait, this.#options.signal);
    try {
      const nextResponse = await this.server.join(
        this.temporaryThreadId,
        this.runId,
        '-1',
        this.#options,
        this.joinQuery,
      );
      this.#progress.restart();
      this.#isReplay = true;
      return { lastBatch: null, end: null, nextResponse };
    } catch (error) {
      this.#options.signal?.throwIfAborted();
      const isPermanent = error instanceof Error && isPermanentAnswer(error);
      this.#failedJoins = isPermanent ? attempts : this.#failedJoins + 1;
      return { lastBatch: null, end: null, nextResponse: null };
    }
  }

  async #endWithoutThread(connectionEnd: ConnectionEnd, decoder: SseDecoder): Promise<ReconnectDecision> {
    const isRunEnd = connectionEnd === 'eof' || (connectionEnd === 'close' && decoder.isBetweenFrames);
    const lastBatch = isRunEnd ? this.#flushLastEvent(decoder) : null;
    const { failure, interrupt, doubtful } = this.#progress;
    if (connectionEnd === 'close') this.#incomplete = true;
    const incomplete = this.#incomplete || doubtful;
    // Servers refuse to cancel a run that has ended, so an accepted cancel ended this one. No record of it is left to ask.
    const isCancelled = this.cancelRequested || (await this.acceptedCancel) === true;
    if (isCancelled && (isRunEnd || failure))
      return { lastBatch, end: { outcome: 'cancelled', error: null, incomplete } };
    if (failure) return { lastBatch, end: { outcome: 'failed', error: failure, incomplete } };
    if (isRunEnd) {
      return {
        lastBatch,
        end: { outcome: interrupt ? 'interrupted' : 'finished', error: null, incomplete },
      };
    }
    const error = {
      name: 'ConnectionError',
      message: "The connection was lost, and this run can't be joined again.",
    };
    return { lastBatch, end: { outcome: 'lost', error, incomplete: true } };
  }

  /**
   * A last event without its blank line: delivered if complete. Not needed where events can be read again.
   */
  #flushLastEvent(decoder: SseDecoder): FrameBatch | null {
    const batch = decoder.flushBatch();
    this.#progress.take(batch, false);
    batch.filter((index) => {
      if (isJson(batch.frame(index).text)) return true;
      this.#incomplete = true;
      return false;
    });
    return batch.count === 0 ? null : batch;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
