import { memo, type CSSProperties } from 'react';
import { TimelineSpan } from './TimelineSpan.tsx';
import { isInView, type AxisView } from './axis-view.ts';
import type { TimelineData } from './use-timeline.ts';
import styles from './TimelineView.module.css';

// More lines of supersteps would hide the bars.
const maxMarks = 200;

interface TimelineMarksProps {
  readonly timeline: TimelineData;
  readonly view: AxisView | null;
}

// Over all bars: the starts of supersteps of the root graph, edits, restarts by the server, starts of runs, and waits.
export const TimelineMarks = memo(function TimelineMarks({ timeline, view }: TimelineMarksProps) {
  const { layout, marks, restarts } = timeline;
  const inView = marks.filter(({ atMs }) => isInView(view, atMs, atMs));
  const placesOf = (wantedKind: 'superstep' | 'edit'): readonly number[] => [
    ...new Set(inView.flatMap(({ kind, atMs }) => (kind === wantedKind ? atMs : []))),
  ];
  const supersteps = placesOf('superstep');
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
      {(supersteps.length > maxMarks ? [] : supersteps).map((atMs) => (
        <i key={`superstep ${atMs}`} className={styles.mark} data-kind="superstep" style={styleAt(atMs)} />
      ))}
      {placesOf('edit')
        .slice(0, maxMarks)
        .map((atMs) => (
          <i
            key={`edit ${atMs}`}
            className={styles.mark}
            data-kind="edit"
            data-label="edit"
            style={styleAt(atMs)}
          />
        ))}
      {restarts
        .filter(({ atMs }) => isInView(view, atMs, atMs))
        .map(({ number, atMs }) => (
          <i
            key={`attempt ${number}`}
            className={styles.mark}
            data-kind="attempt"
            data-label={`try ${number}`}
            style={styleAt(atMs)}
          />
        ))}
      {layout.runs.length === 1
        ? null
        : layout.runs
            .filter(({ createdMs }) => isInView(view, createdMs, createdMs))
            .map(({ createdMs }) => (
              <i
                key={`run ${createdMs}`}
                className={styles.mark}
                data-kind="run"
                style={styleAt(createdMs)}
              />
            ))}
    </div>
  );
});

function styleAt(ms: number): CSSProperties {
  return { '--from': ms } as CSSProperties;
}
