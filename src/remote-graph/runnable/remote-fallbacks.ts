import { Runnable, RunnableWithFallbacks, type RunnableConfig } from '@langchain/core/runnables';
import { ArgumentError } from '../errors/errors.ts';
import { isObject } from '../http/response-checks.ts';
import { matchesErrorClass, type ErrorClass } from './error-class.ts';

/** What to try instead, and for which failures. */
export interface FallbackOptions<Input, Output> {
  readonly fallbacks: Runnable<Input, Output>[];
  /** Other errors are thrown at once. Default: every error. */
  readonly exceptionsToHandle?: readonly ErrorClass[] | undefined;
  /** Hands the error to the fallbacks under this key of the input, which then has to be an object. */
  readonly exceptionKey?: string | undefined;
}

/** Tries a runnable, then its fallbacks in order. When all fail the first error is thrown. */
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
      (given: Input, config?: Partial<RunnableConfig>) =>
        this.#first(given, config, (runnable, each) => runnable.invoke(each, config)),
      input,
      options,
    );
  }

  override async *_streamIterator(input: Input, options?: Partial<RunnableConfig>): AsyncGenerator<Output> {
    // Once a stream has begun nothing can take its place.
    yield* await this.#first(input, options, (runnable, each) => runnable.stream(each, options));
  }

  /** As `Runnable.batch`: each input has its own fallbacks. */
  override batch: Runnable<Input, Output>['batch'] = Runnable.prototype.batch;

  async #first<T>(
    input: Input,
    config: Partial<RunnableConfig> | undefined,
    run: (runnable: Runnable<Input, Output>, input: Input) => Promise<T>,
  ): Promise<T> {
    if (this.#key !== undefined && !isObject(input)) {
      throw new ArgumentError('With an exceptionKey the input has to be an object.');
    }
    const errors: unknown[] = [];
    for (const runnable of this.runnables()) {
      config?.signal?.throwIfAborted();
      try {
        return await run(runnable, this.#withError(input, errors));
      } catch (thrown) {
        if (!matchesErrorClass(thrown, this.#classes)) throw thrown;
        errors.push(thrown);
      }
    }
    throw errors[0];
  }

  #withError(input: Input, errors: readonly unknown[]): Input {
    if (this.#key === undefined || errors.length === 0) return input;
    return { ...input, [this.#key]: errors.at(-1) };
  }
}
