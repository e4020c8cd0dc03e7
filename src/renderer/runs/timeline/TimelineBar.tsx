import { tokensText } from '../../ui/display/tokens-text.ts';
import { clsx } from 'clsx';
import { memo } from 'react';
import type { TimelineTask } from '../../../shared/thread-record/timeline-task.ts';
import { isInView, type AxisView } from './axis-view.ts';
import { shortTaskTime, taskStatusLabels } from './timeline-labels.ts';
import { TimelineSpan, spanStyle } from './TimelineSpan.tsx';
import { TimelineItemFrame, visitOf, type TimelineItemProps } from './TimelineItemFrame.tsx';
import styles from './TimelineView.module.css';

export interface TimelineBarProps extends TimelineItemProps<TimelineTask> {
  readonly written: string | null;
  readonly calls: string | null;
  // Where there is more room for what it wrote; `null` for nowhere.
  readonly writtenSide: 'before' | 'after' | null;
  // The room for it; `null`: up to the end of the axis.
  readonly writtenFromMs: number | null;
  readonly writtenToMs: number | null;
}

// One task, in all runs that worked on it. CSS properties of the enclosing box set position and length, so that the
// clock moves without a render.
export const TimelineBar = memo(function TimelineBar({
  written,
  calls,
  writtenSide,
  writtenFromMs,
  writtenToMs,
  ...props
}: TimelineBarProps) {
  const { item: task, view } = props;
  const { label, status, spans, waits, container, tokens, attempts } = task;
  const facts = [
    attempts === null || attempts < 2 ? '' : `try ${attempts}`,
    taskStatusLabels[status],
    shortTaskTime(status, task.time),
    tokens === null ? '' : tokensText(tokens.tokens, tokens.isLowerBound),
  ].filter((fact) => fact !== '');
  return (
    <TimelineItemFrame
      {...props}
      label={calls ?? label}
      visit={visitOf(task)}
      status={status}
      facts={facts}
      isOut={!isInView(view, task.startMs, task.endMs)}
    >
      {spans.map(({ run, startMs }, index) => (
        <Queued
          key={`${run} ${startMs}`}
          fromMs={index === 0 ? task.readyMs : (waits[index - 1]?.toMs ?? startMs)}
          toMs={startMs}
          view={view}
        />
      ))}
      {spans.map(({ run, startMs, endMs, isBound }, index) => (
        <TimelineSpan
          key={`${run} ${startMs}`}
          className={clsx(styles.bar, container && styles.around)}
          // It asked in each run but the last one.
          status={index < spans.length - 1 ? 'interrupted' : status}
          isBound={isBound}
          fromMs={startMs}
          toMs={endMs}
          view={view}
        />
      ))}
      {waits.map(({ fromMs, toMs }) => (
        <TimelineSpan
          key={fromMs}
          className={styles.waiting}
          {...(toMs === null ? {} : { status: 'answered' })}
          fromMs={fromMs}
          toMs={toMs}
          view={view}
        />
      ))}
      {written === null || writtenSide === null ? null : (
        <span
          className={styles.written}
          data-side={writtenSide}
          data-open={writtenFromMs === null || writtenToMs === null || undefined}
          style={spanStyle(writtenFromMs ?? 0, writtenToMs ?? 0)}
        >
          <span>{written}</span>
        </span>
      )}
    </TimelineItemFrame>
  );
});

// The time between when a task could start and when it did.
export function Queued({
  fromMs,
  toMs,
  view,
}: {
  readonly fromMs: number;
  readonly toMs: number;
  readonly view: AxisView | null;
}) {
  if (toMs - fromMs < 1) return null;
  return <TimelineSpan className={styles.queued} fromMs={fromMs} toMs={toMs} view={view} />;
}
