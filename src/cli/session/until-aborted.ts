import { aborted } from '../../services/common/abortable.ts';

/** The items of a stream until `signal` aborts, even while the stream waits for something that can't be aborted. */
export async function* untilAborted<T>(stream: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = stream[Symbol.asyncIterator]();
  const end = aborted(signal).then(() => null);
  while (true) {
    const next = await Promise.race([iterator.next(), end]);
    if (next === null || next.done === true) break;
    yield next.value;
  }
  // Not awaited: a generator that still waits returns only after that.
  iterator.return?.()?.catch(() => undefined);
}
