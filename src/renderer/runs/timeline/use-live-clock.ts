import { useLayoutEffect, type RefObject } from 'react';
import type { AxisView } from './axis-view.ts';
import type { TimelineClock } from './use-timeline.ts';

// Interval between updates of running bars, in milliseconds: enough for bars that seem to grow.
const growingMs = 40;
// Interval for users who ask for reduced motion.
const steppingMs = 250;

// Updates the CSS properties that position every bar, without a render: `--now`, the end of running bars,
// `--view-from`, the time at the left, and `--whole`, the time at full width. `view`: the span to show; `null`
// shows all from `fromMs` on.
export function useLiveClock(
  box: RefObject<HTMLElement | null>,
  { running, lastMs, touchedAt }: TimelineClock,
  fromMs: number,
  view: AxisView | null,
): void {
  const viewFrom = view?.fromMs ?? fromMs;
  const viewTo = view?.toMs ?? null;
  useLayoutEffect(() => {
    const style = box.current?.style;
    if (!style) return;
    style.setProperty('--view-from', String(viewFrom));
    const set = (now: number, end: number): void => {
      style.setProperty('--now', String(now));
      style.setProperty('--whole', String(Math.max(1, (viewTo ?? end) - viewFrom)));
    };
    if (!running) return set(lastMs, lastMs);
    const everyMs = matchMedia('(prefers-reduced-motion: reduce)').matches ? steppingMs : growingMs;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let request = 0;
    const draw = (): void => {
      const now = lastMs + Math.max(0, performance.now() - touchedAt);
      // Leaves room at the end, so that growth is visible.
      set(now, viewFrom + (now - viewFrom) * 1.05);
      // Asking for each frame would make the browser produce all 60 of a second, although few are used.
      timer = setTimeout(() => (request = requestAnimationFrame(draw)), everyMs);
    };
    draw();
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(request);
    };
  }, [box, running, lastMs, touchedAt, viewFrom, viewTo]);
}
