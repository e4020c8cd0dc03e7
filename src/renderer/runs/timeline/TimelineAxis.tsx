import { useState, type CSSProperties, type PointerEvent, type RefObject } from 'react';
import type { AxisView } from './axis-view.ts';
import { isInView, spanStyle } from './Span.tsx';
import { axisTimes } from './timeline-layout.ts';
import { spanText, waitText } from './story-labels.ts';
import type { AxisViewControl } from './use-axis-view.ts';
import { useAxisSpan } from './use-axis-span.ts';
import type { Story } from './use-story.ts';
import styles from './TimelineView.module.css';

/** Limits of labels; more would run into each other. */
const mostTimes = 4;
const mostRunLabels = 4;
/** Pixels that the pointer moves before it selects a span. */
const leastDrag = 4;

interface TimelineAxisProps {
  readonly story: Story;
  readonly control: AxisViewControl;
  /** The part of the axis above the bars. */
  readonly track: RefObject<HTMLDivElement | null>;
}

/** Times of work, starts of runs and waits. Dragging over it selects the span to show. */
export function TimelineAxis({ story, control, track }: TimelineAxisProps) {
  const { layout, runs, clock } = story;
  const { view } = control;
  const [drag, setDrag] = useState<{ readonly fromX: number; readonly view: AxisView } | null>(null);
  const lengthMs = useAxisSpan(clock.running, clock.lastMs, clock.touchedAt);
  const shown = view ?? { fromMs: layout.fromMs, toMs: lengthMs };
  const starts = layout.runs
    .map(({ createdMs }, at) => ({ createdMs, number: at + 1 }))
    .filter(({ createdMs }) => isInView(view, createdMs, createdMs));
  const hasLabels = runs.length > 1 && starts.length <= mostRunLabels;
  const begin = (event: PointerEvent<HTMLElement>): void => {
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
    if (drag !== null && Math.abs(event.clientX - drag.fromX) >= leastDrag) control.set(drag.view);
    setDrag(null);
  };
  const middle = (shown.fromMs + shown.toMs) / 2 - layout.fromMs;
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
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={() => setDrag(null)}
        onDoubleClick={() => control.set(null)}
      >
        {axisTimes(shown.fromMs, shown.toMs, layout.waits, mostTimes).map(({ atMs, text }) => (
          <span key={atMs} className={styles.time} style={at(atMs)}>
            {text}
          </span>
        ))}
        {hasLabels
          ? starts.map(({ createdMs, number }) => (
              <span key={number} className={styles.runLabel} style={at(createdMs)}>
                run {number}
              </span>
            ))
          : null}
        {layout.waits
          .filter(({ fromMs, toMs }) => isInView(view, fromMs, toMs))
          .map((wait) => (
            <span
              key={wait.before}
              className={styles.waitLabel}
              style={spanStyle(wait.fromMs, wait.toMs)}
              title={waitText(wait, runs)}
            >
              {hasLabels ? <span>{waitText(wait, null)}</span> : null}
            </span>
          ))}
        {drag === null ? null : (
          <i className={styles.brush} style={spanStyle(drag.view.fromMs, drag.view.toMs)} />
        )}
      </div>
    </div>
  );
}

function at(ms: number): CSSProperties {
  return { '--from': ms } as CSSProperties;
}
