import { useEffect, useState } from 'react';

/** How soon the axis may have other times than before, in milliseconds. */
const leastMs = 250;

/**
 * The span of the axis while nothing comes: bars under way shrink all that was before, and the times of the axis with it,
 * so that they are made anew each time that it has grown by a quarter.
 */
export function useAxisSpan(running: boolean, lastMs: number, touchedAt: number): number {
  const [grown, setGrown] = useState({ touchedAt, ms: lastMs });
  useEffect(() => {
    if (!running) return;
    let timer = setTimeout(look, leastMs);
    function look(): void {
      const ms = lastMs + Math.max(0, performance.now() - touchedAt);
      setGrown({ touchedAt, ms });
      timer = setTimeout(look, Math.max(leastMs, ms / 4));
    }
    return () => clearTimeout(timer);
  }, [running, lastMs, touchedAt]);
  return running && grown.touchedAt === touchedAt ? Math.max(grown.ms, lastMs) : lastMs;
}
