export interface TimeLimits {
  /** Without any byte, in milliseconds. */
  readonly idleMs: number;
  /** For all of it, in milliseconds. */
  readonly totalMs: number;
}

interface TimeLimit {
  /** Aborts with the caller's signal, or with a `TimeoutError`. */
  readonly signal: AbortSignal;
  moved(): void;
  end(): void;
}

export function createTimeLimit({ idleMs, totalMs }: TimeLimits, signal: AbortSignal): TimeLimit {
  const timeout = new AbortController();
  const giveUp = (): void => timeout.abort(new DOMException('It took too long.', 'TimeoutError'));
  const totalTimer = setTimeout(giveUp, totalMs);
  const idleTimer = setTimeout(giveUp, idleMs);
  return {
    signal: AbortSignal.any([signal, timeout.signal]),
    moved() {
      idleTimer.refresh();
    },
    end() {
      clearTimeout(totalTimer);
      clearTimeout(idleTimer);
    },
  };
}
