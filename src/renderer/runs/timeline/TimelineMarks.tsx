import { memo, type CSSProperties } from 'react';
import { TimelineSpan } from './bars/TimelineSpan.tsx';
import { isInView, type AxisView } from './axis/axis-view.ts';
import type { Story } from './use-story.ts';
import styles from './TimelineView.module.css';

/** More lines of supersteps would hide the bars. */
const mostMarks = 200;

interface TimelineMarksProps {
  readonly story: Story;
  readonly view: AxisView | null;
}

/** Over all bars: the starts of supersteps of the root graph, restarts by the server, starts of runs, and waits. */
export const TimelineMarks = memo(function TimelineMarks({ story, view }: TimelineMarksProps) {
  const { layout, marks } = story;
  const inView = marks.flatMap(({ eventsMs, marks: own }, run) =>
    own
      .filter(({ atMs }) => isInView(view, atMs + eventsMs, atMs + eventsMs))
      // More than this are not drawn at all, so they need not be made.
      .filter(({ kind }, index) => kind === 'attempt' || index <= mostMarks)
      .map(({ kind, number, atMs }) => ({ run, kind, number, atMs: atMs + eventsMs })),
  );
  const shown = inView.length > mostMarks ? inView.filter(({ kind }) => kind === 'attempt') : inView;
  return (
    <div className={styles.marks} aria-hidden>
      {layout.waits.map(({ before, fromMs, toMs }) => (
        <TimelineSpan
          key={`wait ${before}`}
          className={styles.wait}
          fromMs={fromMs}
          toMs={toMs}
          view={view}
        />
      ))}
      {shown.map(({ run, kind, number, atMs }) => (
        <i
          key={`${run} ${kind} ${number}`}
          className={styles.mark}
          data-kind={kind}
          data-number={kind === 'attempt' ? `try ${number}` : number}
          style={at(atMs)}
        />
      ))}
      {layout.runs.length === 1
        ? null
        : layout.runs
            .filter(({ createdMs }) => isInView(view, createdMs, createdMs))
            .map(({ createdMs }) => (
              <i key={`run ${createdMs}`} className={styles.mark} data-kind="run" style={at(createdMs)} />
            ))}
    </div>
  );
});

function at(ms: number): CSSProperties {
  return { '--from': ms } as CSSProperties;
}
