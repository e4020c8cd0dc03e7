import { onAbort } from '../async/abort-signals.ts';
import { TimeoutError, type RequestTarget, type AttemptStats } from '../errors.ts';

/**
 * Aborts a request at its timeout: when a stage of it takes too long, or when its caller aborts it. One per attempt; call
 * `done` at the end.
 */
export class RequestTimeout {
  readonly #controller = new AbortController();
  readonly #place: RequestTarget;
  readonly #spent: () => AttemptStats;
  readonly #timers = new Map<TimeoutError['stage'], ReturnType<typeof setTimeout>>();
  readonly #stopListening: () => void;

  /** `spent`: attempts and time so far, for the error. */
  constructor(target: RequestTarget, caller: AbortSignal | undefined, spent: () => AttemptStats) {
    this.#place = target;
    this.#spent = spent;
    this.#stopListening = onAbort(caller, () => this.#controller.abort(caller?.reason));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Restarts a stage's limit in milliseconds; `null` lifts it. */
  limit(stage: TimeoutError['stage'], ms: number | null): void {
    clearTimeout(this.#timers.get(stage));
    this.#timers.delete(stage);
    if (ms === null) return;
    const expire = (): void =>
      this.#controller.abort(new TimeoutError(this.#place, stage, ms, this.#spent()));
    this.#timers.set(stage, setTimeout(expire, ms));
  }

  /** The caller's reason or a {@link TimeoutError}; `undefined` if not aborted. */
  get reason(): unknown {
    return this.#controller.signal.aborted ? this.#controller.signal.reason : undefined;
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  /** Releases timers and the caller's signal. */
  done(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#stopListening();
  }
}

/** Waits `ms`; rejects with the signal's reason when it aborts first. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stopListening();
      resolve();
    }, ms);
    const stopListening = onAbort(signal, () => {
      clearTimeout(timer);
      reject(signal?.reason);
    });
  });
}
