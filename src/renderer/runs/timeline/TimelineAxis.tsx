import {
  useState,
  useEffect,
  useLayoutEffect,
  type CSSProperties,
  type PointerEvent,
  type RefObject,
} from 'react';
import { axisLabels } from './axis-labels.ts';
import { isInView, type AxisView } from './axis-view.ts';
import { spanStyle } from './TimelineSpan.tsx';
import { spanText, waitText } from './timeline-labels.ts';
import type { AxisViewControl } from './use-axis-view.ts';
import type { TimelineData } from './use-timeline.ts';
import styles from './TimelineView.module.css';

// Pixels that the pointer moves before it selects a span.
const minDragPx = 4;

interface TimelineAxisProps {
  readonly timeline: TimelineData;
  readonly control: AxisViewControl;
  readonly track: RefObject<HTMLDivElement | null>;
}

// Times of work, starts of runs and waits. Dragging over it selects the span to show.
export function TimelineAxis({ timeline, control, track }: TimelineAxisProps) {
  const { layout, runs, clock } = timeline;
  const { view } = control;
  const [drag, setDrag] = useState<{ readonly fromX: number; readonly view: AxisView } | null>(null);
  const lengthMs = useAxisSpan(clock.running, clock.lastMs, clock.touchedAt);
  const axisView = view ?? { fromMs: layout.fromMs, toMs: lengthMs };
  const labels = axisLabels(layout, axisView, useWidth(track));
  const startDrag = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    const atMs = control.timeAt(event.clientX);
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ fromX: event.clientX, view: { fromMs: atMs, toMs: atMs } });
  };
  const move = (event: PointerEvent): void => {
    if (drag === null) return;
    const [a, b] = [control.timeAt(drag.fromX), control.timeAt(event.clientX)];
    setDrag({ ...drag, view: { fromMs: Math.min(a, b), toMs: Math.max(a, b) } });
  };
  const end = (event: PointerEvent): void => {
    if (drag !== null && Math.abs(event.clientX - drag.fromX) >= minDragPx) control.set(drag.view);
    setDrag(null);
  };
  const middle = (axisView.fromMs + axisView.toMs) / 2 - layout.fromMs;
  const whole = Math.max(1, lengthMs - layout.fromMs);
  return (
    <div className={styles.axis}>
      <div
        ref={track}
        className={styles.axisTrack}
        role="slider"
        tabIndex={0}
        aria-label="Displayed span"
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, Math.max(0, Math.round((middle / whole) * 100)))}
        aria-valuetext={spanText(view, layout.waits)}
        aria-keyshortcuts="+ - 0 ArrowLeft ArrowRight"
        title="Drag to select a span. + and - zoom, arrows move it, 0 shows all."
        onKeyDown={(event) => control.onKey(event, true)}
        onPointerDown={startDrag}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={() => setDrag(null)}
        onDoubleClick={() => control.set(null)}
      >
        {labels.map(({ kind, text, atMs, align }) => (
          <span
            key={`${kind} ${atMs}`}
            className={styles.label}
            data-kind={kind}
            data-align={align}
            style={{ '--from': atMs } as CSSProperties}
          >
            {text}
          </span>
        ))}
        {layout.waits
          .filter(({ fromMs, toMs }) => isInView(view, fromMs, toMs))
          .map((wait) => (
            <i
              key={wait.before}
              className={styles.waitOnAxis}
              style={spanStyle(wait.fromMs, wait.toMs)}
              title={waitText(wait, runs)}
            />
          ))}
        {drag === null ? null : (
          <i className={styles.brush} style={spanStyle(drag.view.fromMs, drag.view.toMs)} />
        )}
      </div>
    </div>
  );
}

// Minimum interval between changes of the axis, in milliseconds.
const minMs = 250;

// The span of the axis between events. Running bars compress everything before them, so the ticks are
// recomputed each time the span has grown by a quarter.
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

export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const axis = element.current;
    if (!axis) return;
    const watcher = new ResizeObserver(() => setWidth(axis.clientWidth));
    watcher.observe(axis);
    return () => watcher.disconnect();
  }, [element]);
  return width;
}
