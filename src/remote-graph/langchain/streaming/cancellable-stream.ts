import { IterableReadableStream } from '@langchain/core/utils/stream';

/** The signal of one call, which also ends when its stream is left. */
export interface CancellableStream {
  readonly signal: AbortSignal;
  /** The stream that the call gives. Nothing is read before it is asked for. */
  stream<T>(items: AsyncIterator<T>): IterableReadableStream<T>;
}

/**
 * A generator that waits for the next event can't be left before that comes: returning from it has to wait as well. Leaving
 * the stream therefore ends what it waits for.
 */
export function createCancellableStream(signal: AbortSignal | undefined): CancellableStream {
  const left = new AbortController();
  return {
    signal: signal ? AbortSignal.any([signal, left.signal]) : left.signal,
    stream: (items) =>
      new IterableReadableStream(
        {
          async pull(controller) {
            const { done, value } = await items.next();
            if (done === true) controller.close();
            else controller.enqueue(value);
          },
          cancel() {
            left.abort(new DOMException('The stream was left.', 'AbortError'));
            // What it still has to say, nobody hears.
            void items.return?.().catch(() => {});
          },
        },
        { highWaterMark: 0 },
      ),
  };
}
