import { useEffect, useRef, useState } from 'react';

/** The newest value at most once in an interval: the first one at once, the last one always. */
export function useThrottled<T>(value: T, intervalMs: number): T {
  const [throttled, setThrottled] = useState(value);
  const shownAt = useRef(-Infinity);
  useEffect(() => {
    if (value === throttled) return;
    const waitMs = Math.max(0, shownAt.current + intervalMs - performance.now());
    const timer = setTimeout(() => {
      shownAt.current = performance.now();
      setThrottled(() => value);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [value, throttled, intervalMs]);
  return throttled;
}
