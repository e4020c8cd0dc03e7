import { onAbort } from '../async/abort-signals.ts';

// Waits between the attempts to read a cut stream. A wait can be skipped, and all can be paused while no window is
// visible.
export class PausableDelay {
  readonly #waiting = new Set<() => void>();
  #isPaused = false;

  /** Pausing blocks all waits; resuming ends them at once. */
  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (!isPaused) this.skip();
  }

  /** Ends all current waits, including paused ones. */
  skip(): void {
    for (const pass of this.#waiting) pass();
  }

  /** Waits `ms`, then until not paused. Rejects with the signal's reason. */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    if (ms <= 0 && !this.#isPaused) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const finish = (end: () => void): void => {
        clearTimeout(timer);
        this.#waiting.delete(pass);
        stopListening();
        end();
      };
      const pass = (): void => finish(resolve);
      const timer = setTimeout(() => {
        if (!this.#isPaused) pass();
      }, ms);
      this.#waiting.add(pass);
      const stopListening = onAbort(signal, () => finish(() => reject(signal?.reason)));
    });
  }
}
