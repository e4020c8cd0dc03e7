import { IterableReadableStream } from '@langchain/core/utils/stream';
import { anySignal } from '../../async/abort-signals.ts';

export interface CancellableStream {
  readonly signal: AbortSignal;
  stream<T>(items: AsyncIterator<T>): IterableReadableStream<T>;
}

/** A generator can't return while it awaits the next event, so leaving the stream aborts what it awaits. */
export function createCancellableStream(signal: AbortSignal | undefined): CancellableStream {
  const leaveController = new AbortController();
  return {
    signal: signal ? anySignal([signal, leaveController.signal]) : leaveController.signal,
    stream: (items) =>
      new IterableReadableStream(
        {
          async pull(controller) {
            const { done, value } = await items.next();
            if (done === true) controller.close();
            else controller.enqueue(value);
          },
          cancel() {
            leaveController.abort(new DOMException('The stream was abandoned.', 'AbortError'));
            // Its outcome no longer matters.
            items.return?.().catch(() => {});
          },
        },
        { highWaterMark: 0 },
      ),
  };
}
