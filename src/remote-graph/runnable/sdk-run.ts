import { Deferred } from '../deferred.ts';
import { failureOf, isRollback } from '../server-differences.ts';
import { isObject } from '../shape.ts';
import { untilAborted } from '../until-aborted.ts';
import type { StreamEnd } from '../run-stream-types.ts';
import type { RemoteFrame, RemoteRun } from './graph-server.ts';

/** A run that the official SDK streams. Its stream ends alike for every outcome, so the run is asked for at the end. */
export class SdkRun implements RemoteRun {
  readonly #runId = new Deferred<string>();
  readonly #end = new Deferred<StreamEnd>();
  readonly #threadId: string | null;
  readonly #signal: AbortSignal | undefined;
  readonly #runs: { get(threadId: string, runId: string, options?: object): Promise<unknown> };
  readonly #open: (onRunCreated: (ids: unknown) => void) => AsyncIterable<unknown>;
  #started: string | null = null;
  #failure: unknown;

  constructor(
    threadId: string | null,
    signal: AbortSignal | undefined,
    runs: { get(threadId: string, runId: string, options?: object): Promise<unknown> },
    open: (onRunCreated: (ids: unknown) => void) => AsyncIterable<unknown>,
  ) {
    this.#threadId = threadId;
    this.#signal = signal;
    this.#runs = runs;
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
      for await (const chunk of this.#open((ids) => this.#tell(ids))) {
        if (!isObject(chunk) || typeof chunk['event'] !== 'string') continue;
        const { event: name, data } = chunk;
        const [event = '', ...namespace] = name.split('|');
        if (event === 'metadata') this.#tell(data);
        if (event === 'error') this.#failure = data;
        yield { event, namespace, json: () => data };
      }
      this.#end.resolve(await this.#outcome());
    } catch (thrown) {
      this.#runId.reject(thrown);
      this.#end.reject(thrown);
      throw thrown;
    } finally {
      this.#end.resolve(endOf('lost'));
    }
  }

  #tell(ids: unknown): void {
    if (!isObject(ids) || typeof ids['run_id'] !== 'string') return;
    this.#started ??= ids['run_id'];
    this.#runId.resolve(ids['run_id']);
  }

  async #outcome(): Promise<StreamEnd> {
    if (this.#failure !== undefined) {
      const error = failureOf(this.#failure);
      return isRollback(error) ? endOf('cancelled') : endOf('failed', error);
    }
    if (this.#threadId === null || this.#started === null) return endOf('finished');
    const run = await untilAborted(this.#runs.get(this.#threadId, this.#started), this.#signal);
    const status = isObject(run) ? run['status'] : undefined;
    if (status === 'success') return endOf('finished');
    if (status === 'interrupted') return endOf('cancelled');
    if (status !== 'error' && status !== 'timeout') return endOf('lost');
    return endOf('failed', { name: 'Error', message: `The run ended with the status ${status}.` });
  }
}

/** The SDK does not tell whether events are missing: it fails where it can't go on. */
function endOf(outcome: StreamEnd['outcome'], error: StreamEnd['error'] = null): StreamEnd {
  return { outcome, error, incomplete: false };
}
