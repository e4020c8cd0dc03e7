const ignore = (): void => {};

/**
 * An iterator whose first item can be read before its consumer asks for it. Only one item is read ahead, because the
 * source may reuse what it yields.
 */
export class PrefetchedIterator<T> implements AsyncIterableIterator<T, void> {
  readonly #source: AsyncGenerator<T, void, undefined>;
  #first: Promise<IteratorResult<T, void>> | null = null;
  #hasStarted = false;

  constructor(source: AsyncGenerator<T, void, undefined>) {
    this.#source = source;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Reads the first item and resolves to `true`, or to `false` at once if the consumer has started. Never rejects. */
  async prefetch(): Promise<boolean> {
    if (this.#hasStarted) return false;
    this.#hasStarted = true;
    this.#first = this.#source.next();
    await this.#first.then(ignore, ignore);
    return true;
  }

  next(): Promise<IteratorResult<T, void>> {
    const first = this.#first;
    this.#first = null;
    this.#hasStarted = true;
    return first ?? this.#source.next();
  }

  return(): Promise<IteratorResult<T, void>> {
    this.#first = null;
    return this.#source.return();
  }
}
