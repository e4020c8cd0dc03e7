// What decides when a thread is read again. Times are milliseconds.
export interface PollSituation {
  readonly isActive: boolean;
  readonly hasFailed: boolean;
  readonly readMs: number;
}

// While a run is active its supersteps are to be seen; else another client may start one, which shows within a second.
const activeMs = 400;
const idleMs = 800;
const failedMs = 3000;
const maxMs = 15_000;

// The part of the time that is spent reading at most: a large state takes long to send.
const maxShare = 0.25;

// When a thread that somebody looks at is read again. Servers do not notify of other clients' runs.
export function pollDelay({ isActive, hasFailed, readMs }: PollSituation): number {
  const usual = hasFailed ? failedMs : isActive ? activeMs : idleMs;
  return Math.min(maxMs, Math.max(usual, readMs * (1 / maxShare - 1)));
}
