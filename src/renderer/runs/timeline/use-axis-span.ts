import { useEffect, useState } from 'react';

// Minimum interval between changes of the axis, in milliseconds.
const minMs = 250;

/**
 * The span of the axis between events. Running bars compress everything before them, so the ticks are
 * recomputed each time the span has grown by a quarter.
 */
export function useAxisSpan(running: boolean, lastMs: number, touchedAt: number): number {
  const [grown, setGrown] = useState({ touchedAt, ms: lastMs });
  useEffect(() => {
    if (!running) return;
    let timer = setTimeout(update, minMs);
    function update(): void {
      const ms = lastMs + Math.max(0, performance.now() - touchedAt);
      setGrown({ touchedAt, ms });
      timer = setTimeout(update, Math.max(minMs, ms / 4));
    }
    return () => clearTimeout(timer);
  }, [running, lastMs, touchedAt]);
  return running && grown.touchedAt === touchedAt ? Math.max(grown.ms, lastMs) : lastMs;
}
