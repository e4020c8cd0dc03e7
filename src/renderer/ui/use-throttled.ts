import { useEffect, useRef, useState } from 'react';

/** The newest value at most once in an interval: the first one at once, the last one always. */
export function useThrottled<T>(value: T, intervalMs: number): T {
  const [shown, setShown] = useState(value);
  const shownAt = useRef(-Infinity);
  useEffect(() => {
    if (value === shown) return;
    const waitMs = Math.max(0, shownAt.current + intervalMs - performance.now());
    const timer = setTimeout(() => {
      shownAt.current = performance.now();
      setShown(() => value);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [value, shown, intervalMs]);
  return shown;
}
