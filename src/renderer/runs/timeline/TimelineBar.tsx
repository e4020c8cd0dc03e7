import { clsx } from 'clsx';
import { memo, type CSSProperties } from 'react';
import { durationText } from '../../ui/display/format.ts';
import type { TimelineRow } from '../model/timeline.ts';
import { TimelineItemFrame, type TimelineItemProps } from './TimelineItemFrame.tsx';
import styles from './TimelineView.module.css';

/** Empty for the status that needs no label. */
export const taskStatusLabels: Readonly<Record<TimelineRow['status'], string>> = {
  running: 'running',
  finished: '',
  failed: 'failed',
  waiting: 'waiting',
  stopped: 'stopped',
  unknown: 'unknown outcome',
};

export interface TimelineBarProps extends TimelineItemProps<TimelineRow> {
  readonly tokens: number | null;
}

/** One task. CSS properties of the enclosing box set position and length, so that the clock moves without a render. */
export const TimelineBar = memo(function TimelineBar({ tokens, ...props }: TimelineBarProps) {
  const row = props.item;
  const { label, status, container } = row;
  const facts = [
    row.attempts > 1 ? `try ${row.attempts}` : '',
    taskStatusLabels[status],
    spentText(row),
    tokens === null ? '' : `${tokens} tok`,
  ].filter((fact) => fact !== '');
  return (
    <TimelineItemFrame {...props} label={label} status={status} facts={facts}>
      {row.startMs - row.readyMs >= 1 ? (
        <i className={styles.queued} style={span(row.readyMs, row.startMs)} />
      ) : null}
      <i
        className={clsx(styles.bar, container && styles.around)}
        data-status={status}
        style={span(row.startMs, row.endMs)}
      />
      {status === 'waiting' ? (
        <i className={styles.waiting} style={span(row.endMs ?? row.startMs, null)} />
      ) : null}
    </TimelineItemFrame>
  );
});

/** A task that is running, interrupted or of unknown outcome has no final duration. */
function spentText({ status, startMs, endMs }: TimelineRow): string {
  return endMs === null || status === 'waiting' || status === 'unknown' ? '' : durationText(endMs - startMs);
}

/** Start and end as CSS properties; `null` is open-ended. */
export function span(fromMs: number, toMs: number | null): CSSProperties {
  return { '--from': fromMs, '--to': toMs ?? 'var(--now)' } as CSSProperties;
}
