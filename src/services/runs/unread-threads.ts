import type { GraphServerError } from 'remote-graph-client/client';
import type { IndexedThread } from './run-index.ts';

// The longest pause between two retries, counted in readings of the server.
const maxRetryGap = 12;

interface UnreadThread {
  readonly thread: IndexedThread;
  /** `null` if the reading ended before it was asked for. */
  readonly problem: GraphServerError | null;
}

/** Threads whose runs could not be read, and when they are tried again. What is known of them stays. */
export class UnreadThreads {
  // Those that were tried last are at the end.
  readonly #threads = new Map<string, UnreadThread>();
  // Readings until the next retry, and how many there are between two retries while no thread can be read.
  #readingsToRetry = 1;
  #retryGap = 1;

  has(threadId: string): boolean {
    return this.#threads.has(threadId);
  }

  thread(threadId: string): IndexedThread | null {
    return this.#threads.get(threadId)?.thread ?? null;
  }

  /** Why the first of them could not be read; `null` if no server has refused one. */
  get problem(): GraphServerError | null {
    return [...this.#threads.values()].find(({ problem }) => problem !== null)?.problem ?? null;
  }

  add(thread: IndexedThread, problem: GraphServerError | null): void {
    const before = this.#threads.get(thread.threadId);
    if (before === undefined) {
      this.#retryGap = 1;
      this.#readingsToRetry = 1;
    }
    this.#threads.delete(thread.threadId);
    this.#threads.set(thread.threadId, { thread, problem: problem ?? before?.problem ?? null });
  }

  remove(threadId: string): void {
    this.#threads.delete(threadId);
  }

  /** Counts a reading of the server. Returns whether they are to be tried again now. */
  countReading(): boolean {
    this.#readingsToRetry -= 1;
    return this.#readingsToRetry <= 0;
  }

  /** Ends at a batch of which none could be read, and then waits for more and more readings. */
  async retry(batchSize: number, read: (batch: readonly IndexedThread[]) => Promise<void>): Promise<void> {
    const threads = [...this.#threads.values()].map(({ thread }) => thread);
    this.#readingsToRetry = this.#retryGap;
    for (let start = 0; start < threads.length; start += batchSize) {
      const batch = threads.slice(start, start + batchSize);
      await read(batch);
      this.#readingsToRetry = 1;
      if (batch.some(({ threadId }) => !this.has(threadId))) continue;
      this.#retryGap = Math.min(2 * this.#retryGap, maxRetryGap);
      this.#readingsToRetry = this.#retryGap;
      return;
    }
    this.#retryGap = 1;
  }
}
