import { Runnable, RunnableBinding, RunnableEach } from '@langchain/core/runnables';
import { concat } from '@langchain/core/utils/stream';
import { asCompleted, configsFor } from './batch-as-completed.ts';
import type { RemoteGraphCallOptions } from './remote-graph-options.ts';
import {
  RemoteFallbacks,
  type FallbackOptions,
  RemoteRetry,
  type RetryOptions,
} from './retry-and-fallbacks.ts';

type Options = Partial<RemoteGraphCallOptions>;

// What the interface demands of every runnable and LangChain for JS lacks, or has with other defaults. Built
// on `invoke` and `_streamIterator` only.
export abstract class RunnableBase<Input, Output> extends Runnable<Input, Output, RemoteGraphCallOptions> {
  /** Defaults for each call. */
  abstract readonly config: Options | undefined;

  abstract override _streamIterator(input: Input, options?: Options): AsyncGenerator<Output>;

  /** Concatenates the input chunks, then streams. No input, no run. */
  override async *transform(generator: AsyncGenerator<Input>, options: Options): AsyncGenerator<Output> {
    const pieces: Input[] = [];
    for await (const piece of generator) pieces.push(piece);
    if (pieces.length === 0) return;
    yield* this._streamIterator(
      pieces.reduce((whole, piece) => concat(whole, piece)),
      options,
    );
  }

  /** The last chunk is the whole output: chunks of states or modes can't be concatenated. */
  override _concatOutputChunks<O>(_first: O, second: O): O {
    return second;
  }

  /**
   * Runs all inputs in parallel (`maxConcurrency` of the first configuration) and yields `[index, output]` as
   * each completes.
   */
  batchAsCompleted(
    inputs: readonly Input[],
    options?: Options | readonly Options[],
    { returnExceptions = false }: { readonly returnExceptions?: boolean } = {},
  ): AsyncGenerator<[number, Output | Error], void, undefined> {
    const configs = configsFor(inputs.length, options);
    const limit = configs[0]?.maxConcurrency ?? this.config?.maxConcurrency ?? Number.POSITIVE_INFINITY;
    return asCompleted(inputs, limit, returnExceptions, (input, index) => this.invoke(input, configs[index]));
  }

  /** A runnable with these options preset: `bind({ streamMode: 'values' })`. */
  bind(kwargs: Options): RunnableBinding<Input, Output, RemoteGraphCallOptions> {
    return new RunnableBinding<Input, Output, RemoteGraphCallOptions>({ bound: this, kwargs, config: {} });
  }

  /** A runnable from a list of inputs to a list of outputs. */
  map(): RunnableEach<Input, Output, RemoteGraphCallOptions> {
    return new RunnableEach<Input, Output, RemoteGraphCallOptions>({ bound: this });
  }

  override withRetry(options: RetryOptions = {}): RemoteRetry<Input, Output> {
    return new RemoteRetry<Input, Output>(this, options);
  }

  override withFallbacks(
    options: FallbackOptions<Input, Output> | Runnable<Input, Output>[],
  ): RemoteFallbacks<Input, Output> {
    return new RemoteFallbacks<Input, Output>(
      this,
      Array.isArray(options) ? { fallbacks: options } : options,
    );
  }

  /** A remote graph's prompts are unknown here. */
  getPrompts(): readonly never[] {
    return [];
  }
}
