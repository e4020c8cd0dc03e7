import { useLayoutEffect, type RefObject } from 'react';

/** Interval between updates of running bars, in milliseconds: enough for bars that seem to grow. */
const growingMs = 40;
/** The same where the user asks for reduced motion: a step now and then. */
const steppingMs = 250;

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
    const everyMs = matchMedia('(prefers-reduced-motion: reduce)').matches ? steppingMs : growingMs;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let request = 0;
    const draw = (): void => {
      const now = lastMs + Math.max(0, performance.now() - touchedAt);
      // Leaves room at the end, so that growth is visible.
      set(now, now * 1.05);
      // Asking for each frame would make the browser produce all 60 of a second, although few are used.
      timer = setTimeout(() => (request = requestAnimationFrame(draw)), everyMs);
    };
    draw();
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(request);
    };
  }, [box, running, lastMs, touchedAt]);
}
