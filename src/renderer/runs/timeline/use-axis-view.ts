import { useEffect, useEffectEvent, useState, type KeyboardEvent, type RefObject } from 'react';
import { fitView, panView, zoomView, type AxisView } from './axis-view.ts';
import type { TimelineClock } from './use-timeline.ts';

const zoomStep = 0.5;
// How much of the span an arrow key moves it.
const panStep = 0.25;
// How many pixels of a wheel make the span twice as long.
const wheelPixels = 240;

export interface AxisViewControl {
  readonly view: AxisView | null;
  readonly set: (view: AxisView | null) => void;
  // Handles a key that zooms, or one that moves the span, `isPanning` it; returns whether it did.
  readonly onKey: (event: KeyboardEvent, isPanning: boolean) => boolean;
  readonly timeAt: (clientX: number) => number;
}

// The displayed span of the axis: changed by keys, by the wheel with Ctrl, and by dragging over the axis.
export function useAxisView(
  box: RefObject<HTMLElement | null>,
  track: RefObject<HTMLElement | null>,
  fromMs: number,
  clock: TimelineClock,
  // Names the axis: a span of another one is forgotten.
  axisId: string,
): AxisViewControl {
  const [stored, setStored] = useState<{ readonly axisId: string; readonly view: AxisView | null }>({
    axisId,
    view: null,
  });
  const view = stored.axisId === axisId ? stored.view : null;
  const set = (next: AxisView | null): void => setStored({ axisId, view: next });
  const wholeView = (): AxisView => {
    const { running, lastMs, touchedAt } = clock;
    return { fromMs, toMs: running ? lastMs + Math.max(0, performance.now() - touchedAt) : lastMs };
  };
  const drawnView = (): AxisView => {
    const style = box.current?.style;
    const from = Number(style?.getPropertyValue('--view-from') ?? 0);
    return { fromMs: from, toMs: from + Number(style?.getPropertyValue('--whole') ?? 1) };
  };
  const timeAt = (clientX: number): number => {
    const area = track.current?.getBoundingClientRect();
    const now = drawnView();
    if (area === undefined || area.width === 0) return now.fromMs;
    const part = Math.min(1, Math.max(0, (clientX - area.left) / area.width));
    return now.fromMs + part * (now.toMs - now.fromMs);
  };
  const zoom = (factor: number, atMs: number | null): void => {
    const now = view ?? wholeView();
    set(zoomView(now, wholeView(), factor, atMs ?? (now.fromMs + now.toMs) / 2));
  };
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoom(2 ** (event.deltaY / wheelPixels), timeAt(event.clientX));
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const listener = (event: WheelEvent): void => onWheel(event);
    // React's own listener can't keep the browser from zooming the page.
    element.addEventListener('wheel', listener, { passive: false });
    return () => element.removeEventListener('wheel', listener);
  }, [box]);

  return {
    view,
    set: (next) => set(next === null ? null : fitView(next, wholeView())),
    timeAt,
    onKey(event, isPanning) {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const { key } = event;
      if (key === '+' || key === '=') zoom(zoomStep, null);
      else if (key === '-') zoom(1 / zoomStep, null);
      else if (key === '0') set(null);
      else if (isPanning && (key === 'ArrowLeft' || key === 'ArrowRight')) {
        if (view !== null) set(panView(view, wholeView(), key === 'ArrowLeft' ? -panStep : panStep) ?? view);
      } else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
