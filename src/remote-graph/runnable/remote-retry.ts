import type { CallbackManagerForChainRun } from '@langchain/core/callbacks/manager';
import { Runnable, RunnableRetry, type RunnableRetryFailedAttemptHandler } from '@langchain/core/runnables';
import { sleep } from '../http/deadline.ts';
import type { RemoteGraphCallOptions } from '../langchain/options/remote-graph-options.ts';
import { matchesErrorClass, type ErrorClass } from './error-class.ts';

/** How to try again. Defaults: every error, 3 attempts in all, waits of 1 s, 2 s, ... up to 60 s and up to 1 s more. */
export interface RetryOptions {
  readonly stopAfterAttempt?: number;
  /** Told of each failed attempt; may throw to give up. */
  readonly onFailedAttempt?: RunnableRetryFailedAttemptHandler;
  /** Only these errors are tried again. */
  readonly retryIfExceptionType?: readonly ErrorClass[];
  /** False: no waits. */
  readonly waitExponentialJitter?: boolean;
  /** In seconds: the first wait, the longest, what each is multiplied by, and the most that chance adds. */
  readonly exponentialJitterParams?: {
    readonly initial?: number;
    readonly max?: number;
    readonly expBase?: number;
    readonly jitter?: number;
  };
}

/** A runnable whose `invoke` is tried again; in a batch each input for itself. Streams are not tried again. */
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
      } catch (thrown) {
        if (attempt >= this.maxAttemptNumber || !matchesErrorClass(thrown, this.#options.retryIfExceptionType))
          throw thrown;
        await this.onFailedAttempt(thrown, input);
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
