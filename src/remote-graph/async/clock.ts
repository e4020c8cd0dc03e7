/** A clock that only goes forward, in milliseconds, and its alarm. Tests hand in one of their own. */
export interface Clock {
  now(): number;
  /** Calls once after `ms`; returns how to call it off. */
  after(ms: number, call: () => void): () => void;
}

/** The clock of the machine; setting the time of day does not move it (row C-14). */
export const monotonicClock: Clock = {
  now: () => performance.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};
