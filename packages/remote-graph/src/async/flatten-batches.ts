const ignore = (): void => {};

/**
 * Iterates over batches item by item. Avoids the overhead of an async generator for items already received,
 * which dominates in streams of small events.
 */
export class FlattenedBatches<T> implements AsyncIterableIterator<T> {
  readonly #batches: AsyncGenerator<readonly T[], void, undefined>;
  #batch: readonly T[] = [];
  #index = 0;
  /** Pending `next` calls, answered in order. */
  #waiting = 0;
  #newest: Promise<unknown> = Promise.resolve();

  constructor(batches: AsyncGenerator<readonly T[], void, undefined>) {
    this.#batches = batches;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#waiting === 0 && this.#index < this.#batch.length) return Promise.resolve(this.#take());
    this.#waiting += 1;
    const answer = this.#newest.then(() => this.#pull());
    this.#newest = answer.catch(ignore);
    return answer;
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#batch = [];
    await this.#batches.return();
    return { done: true, value: undefined };
  }

  async #pull(): Promise<IteratorResult<T, undefined>> {
    try {
      while (this.#index >= this.#batch.length) {
        const { done, value } = await this.#batches.next();
        if (done) return { done: true, value: undefined };
        this.#batch = value;
        this.#index = 0;
      }
      return this.#take();
    } finally {
      this.#waiting -= 1;
    }
  }

  #take(): IteratorResult<T, undefined> {
    const value = this.#batch[this.#index] as T;
    this.#index += 1;
    return { done: false, value };
  }
}
