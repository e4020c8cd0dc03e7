import { Deferred } from '../async/deferred.ts';
import { hasRunEnded, resolveRunOutcome } from '../run-stream/run-outcome.ts';
import type { StreamEnd } from '../run-stream/run-stream-types.ts';
import { isCancellation, parseFailure } from '../compat/run-failures.ts';
import { isObject, expectObjectWith } from '../http/response-checks.ts';
import { untilAborted } from '../async/abort-signals.ts';
import type { WireRun } from '../http/api-types.ts';
import type { RemoteFrame, RemoteRun } from './client-adapter.ts';
import type { SdkClient } from './sdk-types.ts';

// A run streamed by the official SDK. Its stream ends alike for every outcome, so the run is looked up at the
// end.
export class SdkRun implements RemoteRun {
  readonly #runId = new Deferred<string>();
  readonly #end = new Deferred<StreamEnd>();
  readonly #threadId: string | null;
  readonly #signal: AbortSignal | undefined;
  readonly #client: Pick<SdkClient, 'runs' | 'threads'>;
  readonly #open: (onRunCreated: (ids: unknown) => void) => AsyncIterable<unknown>;
  #started: string | null = null;
  #failure: unknown;
  #interrupt = false;

  constructor(
    threadId: string | null,
    signal: AbortSignal | undefined,
    client: Pick<SdkClient, 'runs' | 'threads'>,
    open: (onRunCreated: (ids: unknown) => void) => AsyncIterable<unknown>,
  ) {
    this.#threadId = threadId;
    this.#signal = signal;
    this.#client = client;
    this.#open = open;
  }

  get runId(): Promise<string> {
    return this.#runId.promise;
  }

  get end(): Promise<StreamEnd> {
    return this.#end.promise;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RemoteFrame, void, undefined> {
    try {
      for await (const chunk of this.#open((ids) => this.#resolveRunId(ids))) {
        if (!isObject(chunk) || typeof chunk['event'] !== 'string') continue;
        const { event: name, data } = chunk;
        const [event = '', ...namespace] = name.split('|');
        if (event === 'metadata') this.#resolveRunId(data);
        if (event === 'error') this.#failure = data;
        if (isObject(data) && '__interrupt__' in data) this.#interrupt = true;
        yield { event, namespace, json: () => data };
      }
      this.#end.resolve(await this.#outcome());
    } catch (error) {
      this.#runId.reject(error);
      this.#end.reject(error);
      throw error;
    } finally {
      this.#end.resolve(endOf('lost'));
    }
  }

  #resolveRunId(ids: unknown): void {
    if (!isObject(ids) || typeof ids['run_id'] !== 'string') return;
    this.#started ??= ids['run_id'];
    this.#runId.resolve(ids['run_id']);
  }

  async #outcome(): Promise<StreamEnd> {
    if (this.#failure !== undefined) {
      const error = parseFailure(this.#failure);
      return isCancellation(error) ? endOf('cancelled') : endOf('failed', error);
    }
    if (this.#threadId === null || this.#started === null) return endOf('finished');
    const { runs, threads } = this.#client;
    const threadId = this.#threadId;
    const run = expectObjectWith<WireRun>(
      await this.#asked(runs.get(threadId, this.#started)),
      'status',
      'a run',
    );
    if (run.status === 'success') return endOf('finished');
    if (!hasRunEnded(run)) return endOf('lost');
    // `interrupted` means waiting on some servers and cancelled on others.
    const observations = { failure: null, interrupt: this.#interrupt, cancelRequested: false };
    const { outcome, error } = await resolveRunOutcome(run, observations, {
      thread: () => this.#orNull(threads.get(threadId)),
      state: () => this.#orNull(threads.getState(threadId)),
      signal: this.#signal,
    });
    return endOf(outcome, error);
  }

  #asked<T>(answer: Promise<T>): Promise<T> {
    return untilAborted(answer, this.#signal);
  }

  /** Optional details may fail: the run's own status is known. */
  async #orNull<T extends object>(answer: Promise<unknown>): Promise<T | null> {
    try {
      const value = await this.#asked(answer);
      return isObject(value) ? (value as T) : null;
    } catch {
      this.#signal?.throwIfAborted();
      return null;
    }
  }
}

// The SDK never reports missing events: it throws when it can't continue.
function endOf(outcome: StreamEnd['outcome'], error: StreamEnd['error'] = null): StreamEnd {
  return { outcome, error, incomplete: false };
}
