import { onAbort } from '../async/abort-signals.ts';

/**
 * Where a cut stream waits before it asks the server again (row R-8). A wait can be cut short, and all waiting can be held
 * as long as nobody looks.
 */
export class ReconnectDelay {
  readonly #waiting = new Set<() => void>();
  #held = false;

  /** While held, nothing passes; letting go lets pass at once. */
  setPaused(held: boolean): void {
    this.#held = held;
    if (!held) this.skip();
  }

  /** Ends every wait that is under way, also one that is held. */
  skip(): void {
    for (const pass of this.#waiting) pass();
  }

  /** Waits `ms` and, if the gate is held by then, until it no longer is. Rejects with the signal's reason. */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    if (ms <= 0 && !this.#held) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const finish = (end: () => void): void => {
        clearTimeout(timer);
        this.#waiting.delete(pass);
        stopListening();
        end();
      };
      const pass = (): void => finish(resolve);
      const timer = setTimeout(() => {
        if (!this.#held) pass();
      }, ms);
      this.#waiting.add(pass);
      const stopListening = onAbort(signal, () => finish(() => reject(signal?.reason)));
    });
  }
}
