import { useEffect, useRef, useState } from 'react';

/** The value, changed at most once in this many milliseconds. */
export function useThrottled<T>(value: T, intervalMs: number): T {
  const [current, setCurrent] = useState(value);
  const changedAt = useRef(0);
  useEffect(() => {
    if (Object.is(current, value)) return undefined;
    const delayMs = Math.max(0, changedAt.current + intervalMs - Date.now());
    const timer = setTimeout(() => {
      changedAt.current = Date.now();
      setCurrent(value);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [value, current, intervalMs]);
  return current;
}
