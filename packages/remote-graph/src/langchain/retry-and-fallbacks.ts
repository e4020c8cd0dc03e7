import { isObject } from '../http/response-checks.ts';
import type { CallbackManagerForChainRun } from '@langchain/core/callbacks/manager';
import {
  Runnable,
  RunnableRetry,
  type RunnableRetryFailedAttemptHandler,
  RunnableWithFallbacks,
  type RunnableConfig,
} from '@langchain/core/runnables';
import { sleep } from '../http/request-timeout.ts';
import type { RemoteGraphCallOptions } from './remote-graph-options.ts';
import { ArgumentError } from '../errors.ts';

export type ErrorClass = abstract new (...args: never[]) => unknown;

// Whether an error is of one of the classes (default: any). Never for an abort, or for what a graph throws to
// the surrounding graph to wait or to steer it.
export function matchesErrorClass(error: unknown, classes: readonly ErrorClass[] | undefined): boolean {
  if (isObject(error) && (error['is_bubble_up'] === true || error['name'] === 'AbortError')) return false;
  return classes === undefined || classes.some((each) => error instanceof each);
}

/** Retry options. Defaults: every error, 3 attempts, delays of 1 s, 2 s, ... up to 60 s plus up to 1 s. */
export interface RetryOptions {
  readonly stopAfterAttempt?: number;
  /** Called for each failed attempt; may throw to give up. */
  readonly onFailedAttempt?: RunnableRetryFailedAttemptHandler;
  readonly retryIfExceptionType?: readonly ErrorClass[];
  /** No random delay if false. */
  readonly waitExponentialJitter?: boolean;
  /** In seconds: first delay, longest delay, factor, and maximum random addition. */
  readonly exponentialJitterParams?: {
    readonly initial?: number;
    readonly max?: number;
    readonly expBase?: number;
    readonly jitter?: number;
  };
}

/** Retries `invoke`, and in a batch each input separately. Streams are not retried. */
export class RemoteRetry<Input, Output> extends RunnableRetry<Input, Output, RemoteGraphCallOptions> {
  readonly #options: RetryOptions;

  constructor(bound: Runnable<Input, Output, RemoteGraphCallOptions>, options: RetryOptions = {}) {
    const { stopAfterAttempt, onFailedAttempt } = options;
    super({
      bound,
      kwargs: {},
      config: {},
      ...(stopAfterAttempt === undefined ? {} : { maxAttemptNumber: stopAfterAttempt }),
      ...(onFailedAttempt === undefined ? {} : { onFailedAttempt }),
    });
    this.#options = options;
  }

  protected override async _invoke(
    input: Input,
    config?: Partial<RemoteGraphCallOptions>,
    runManager?: CallbackManagerForChainRun,
  ): Promise<Output> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.bound.invoke(input, this._patchConfigForRetry(attempt, config, runManager));
      } catch (error) {
        if (attempt >= this.maxAttemptNumber || !matchesErrorClass(error, this.#options.retryIfExceptionType))
          throw error;
        await this.onFailedAttempt(error, input);
        await sleep(this.#waitMs(attempt), config?.signal);
      }
    }
  }

  #waitMs(attempt: number): number {
    if (this.#options.waitExponentialJitter === false) return 0;
    const { initial = 1, max = 60, expBase = 2, jitter = 1 } = this.#options.exponentialJitterParams ?? {};
    const seconds = Math.min(max, initial * expBase ** (attempt - 1) + Math.random() * jitter);
    return Math.max(0, seconds) * 1000;
  }
}

/** What to try instead, and for which errors. */
export interface FallbackOptions<Input, Output> {
  readonly fallbacks: Runnable<Input, Output>[];
  /** Other errors are thrown at once. Default: every error. */
  readonly exceptionsToHandle?: readonly ErrorClass[] | undefined;
  /** Passes the error to the fallbacks under this key of the input, which must be an object. */
  readonly exceptionKey?: string | undefined;
}

/** Tries a runnable, then its fallbacks in order. If all fail, throws the first error. */
export class RemoteFallbacks<Input, Output> extends RunnableWithFallbacks<Input, Output> {
  readonly #classes: readonly ErrorClass[] | undefined;
  readonly #key: string | undefined;

  constructor(runnable: Runnable<Input, Output>, options: FallbackOptions<Input, Output>) {
    super({ runnable, fallbacks: options.fallbacks });
    this.#classes = options.exceptionsToHandle;
    this.#key = options.exceptionKey;
  }

  override invoke(input: Input, options?: Partial<RunnableConfig>): Promise<Output> {
    return this._callWithConfig(
      (value: Input, config?: Partial<RunnableConfig>) =>
        this.#first(value, config, (runnable, each) => runnable.invoke(each, config)),
      input,
      options,
    );
  }

  override async *_streamIterator(input: Input, options?: Partial<RunnableConfig>): AsyncGenerator<Output> {
    // Once a stream has started, it can't be replaced.
    yield* await this.#first(input, options, (runnable, each) => runnable.stream(each, options));
  }

  /** As in `Runnable.batch`: fallbacks apply per input. */
  override batch: Runnable<Input, Output>['batch'] = Runnable.prototype.batch;

  async #first<T>(
    input: Input,
    config: Partial<RunnableConfig> | undefined,
    run: (runnable: Runnable<Input, Output>, input: Input) => Promise<T>,
  ): Promise<T> {
    if (this.#key !== undefined && !isObject(input)) {
      throw new ArgumentError('With an exceptionKey, the input must be an object.');
    }
    const errors: unknown[] = [];
    for (const runnable of this.runnables()) {
      config?.signal?.throwIfAborted();
      try {
        return await run(runnable, this.#withError(input, errors));
      } catch (error) {
        if (!matchesErrorClass(error, this.#classes)) throw error;
        errors.push(error);
      }
    }
    throw errors[0];
  }

  #withError(input: Input, errors: readonly unknown[]): Input {
    if (this.#key === undefined || errors.length === 0) return input;
    return { ...input, [this.#key]: errors.at(-1) };
  }
}
