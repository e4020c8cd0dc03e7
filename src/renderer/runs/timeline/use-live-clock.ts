import { useLayoutEffect, type RefObject } from 'react';

/** Minimum interval between updates of running bars, in milliseconds. */
const frameMs = 40;

/**
 * Updates the CSS properties that position every bar, without a render: `--now`, the end of running bars, and
 * `--whole`, the time at full width.
 */
export function useLiveClock(
  box: RefObject<HTMLElement | null>,
  running: boolean,
  lastMs: number,
  touchedAt: number,
): void {
  useLayoutEffect(() => {
    const style = box.current?.style;
    if (!style) return;
    const set = (now: number, whole: number): void => {
      style.setProperty('--now', String(now));
      style.setProperty('--whole', String(Math.max(1, whole)));
    };
    if (!running) return set(lastMs, lastMs);
    let drawnAt = 0;
    let request = 0;
    const draw = (at: number): void => {
      request = requestAnimationFrame(draw);
      if (at - drawnAt < frameMs) return;
      drawnAt = at;
      const now = lastMs + Math.max(0, performance.now() - touchedAt);
      // Leaves room at the end, so that growth is visible.
      set(now, now * 1.05);
    };
    draw(performance.now());
    return () => cancelAnimationFrame(request);
  }, [box, running, lastMs, touchedAt]);
}
