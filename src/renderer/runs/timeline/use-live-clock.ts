import { useLayoutEffect, type RefObject } from 'react';

/** How often bars under way grow, at most: milliseconds. */
const frameMs = 40;

/**
 * Keeps the two numbers from which every bar takes its place and length as CSS properties of the box: `--now`, where
 * bars under way end, and `--whole`, what the full width stands for. A live picture grows without any render.
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
      // Room at the end, so that bars are seen to grow.
      set(now, now * 1.05);
    };
    draw(performance.now());
    return () => cancelAnimationFrame(request);
  }, [box, running, lastMs, touchedAt]);
}
