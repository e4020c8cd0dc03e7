/** A monotonic clock in milliseconds with a timer. Tests inject their own. */
export interface Clock {
  now(): number;
  /** Calls once after `ms`; returns a cancel function. */
  after(ms: number, call: () => void): () => void;
}

/** Changing the time of day does not affect it. */
export const monotonicClock: Clock = {
  now: () => performance.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};
