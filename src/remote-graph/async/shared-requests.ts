import { untilAborted } from './abort-signals.ts';

/** A request that is under way, and how many calls wait for it. */
interface SharedRequest<T> {
  readonly answer: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
}

/**
 * Requests that calls need at the same time and send once. Each call leaves when its own signal says so; the request ends
 * with the last of them. Nothing is cached: an answer is only shared while it is on its way.
 */
export class SharedRequests<T> {
  readonly #open = new Map<string, SharedRequest<T>>();

  /** `key`: what makes two requests the same. `send` gets the signal that ends the request. */
  async get(
    key: string,
    signal: AbortSignal | undefined,
    send: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const request = this.#open.get(key) ?? this.#send(key, send);
    request.waiting += 1;
    try {
      return await untilAborted(request.answer, signal);
    } finally {
      request.waiting -= 1;
      if (request.waiting === 0) {
        this.#forget(key, request);
        request.stop.abort();
      }
    }
  }

  #send(key: string, send: (signal: AbortSignal) => Promise<T>): SharedRequest<T> {
    const stop = new AbortController();
    const request = { answer: send(stop.signal), stop, waiting: 0 };
    this.#open.set(key, request);
    // A failure reaches those who wait; where nobody does any more, it is nobody's.
    request.answer.then(
      () => this.#forget(key, request),
      () => this.#forget(key, request),
    );
    return request;
  }

  #forget(key: string, request: SharedRequest<T>): void {
    if (this.#open.get(key) === request) this.#open.delete(key);
  }
}
