import { untilAborted } from './abort-signals.ts';

interface SharedRequest<T> {
  readonly answer: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
}

/**
 * Deduplicates concurrent requests. Each caller leaves on its own signal; the request is aborted when the
 * last one leaves. Nothing is cached after the response.
 */
export class SharedRequests<T> {
  readonly #open = new Map<string, SharedRequest<T>>();

  /** `key` identifies equal requests. `send` gets the signal that aborts the request. */
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
    // Without callers left, a rejection is nobody's to handle.
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
