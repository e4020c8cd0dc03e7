/** Whether one more is allowed now. */
export type RateLimit = () => boolean;

/**
 * Allows `perSecond` at once and as many in every second after (row W-6). `now` is a steady clock in milliseconds.
 */
export function createRateLimit(perSecond: number, now: () => number = () => performance.now()): RateLimit {
  let left = perSecond;
  let at = now();
  return () => {
    const time = now();
    left = Math.min(perSecond, left + ((time - at) / 1000) * perSecond);
    at = time;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
