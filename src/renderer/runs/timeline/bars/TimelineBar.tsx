import { clsx } from 'clsx';
import { Fragment, memo } from 'react';
import { durationText } from '../../../ui/display/format.ts';
import type { TimelineRow } from '../../../../shared/run-events/timeline/timeline-row.ts';
import { isInView, type AxisView } from '../axis/axis-view.ts';
import { isPassTask } from '../pass/pass-tasks.ts';
import { TimelineSpan, spanStyle } from './TimelineSpan.tsx';
import { TimelineItemFrame, visitOf, type TimelineItemProps } from './TimelineItemFrame.tsx';
import styles from '../TimelineView.module.css';

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
  /** How often its node ran in its loop. */
  readonly visits: number;
  /** Where there is more room for what it wrote; `null` for nowhere. */
  readonly writtenSide: 'before' | 'after' | null;
  /** The room for it; `null`: up to the end of the axis. */
  readonly writtenFromMs: number | null;
  readonly writtenToMs: number | null;
  /** When the first run was created, for its first tasks, which waited for it to begin. */
  readonly createdMs: number;
}

/** One task, in all runs of the pass that ran it. CSS properties of the enclosing box set position and length, so that the clock moves without a render. */
export const TimelineBar = memo(function TimelineBar({
  tokens,
  visits,
  writtenSide,
  writtenFromMs,
  writtenToMs,
  createdMs,
  ...props
}: TimelineBarProps) {
  const { item: row, view } = props;
  const { label, calls, status } = row;
  const executions = executionsOf(row);
  const facts = [
    row.attempts > 1 ? `try ${row.attempts}` : '',
    taskStatusLabels[status],
    spentText(row),
    tokens === null ? '' : `${tokens} tok`,
  ].filter((fact) => fact !== '');
  const from = executions.reduce((first, { startMs }) => Math.min(first, startMs), Infinity);
  return (
    <TimelineItemFrame
      {...props}
      label={calls ?? label}
      visit={visitOf(row, visits)}
      status={status}
      facts={facts}
      isOut={!isInView(view, from, row.endMs)}
    >
      {executions.map((one) => (
        <Fragment key={isPassTask(one) ? one.run : 0}>
          <Queued row={one} createdMs={createdMs} view={view} />
          <Attempts row={one} view={view} />
          {one.status === 'waiting' ? <Waiting row={one} view={view} /> : null}
        </Fragment>
      ))}
      {row.written === null || writtenSide === null ? null : (
        <span
          className={styles.written}
          data-side={writtenSide}
          data-open={writtenFromMs === null || writtenToMs === null || undefined}
          style={spanStyle(writtenFromMs ?? 0, writtenToMs ?? 0)}
        >
          <span>{row.written}</span>
        </span>
      )}
    </TimelineItemFrame>
  );
});

/** A bar for each attempt. Those that the server gave up count as stopped. */
function Attempts({ row, view }: { readonly row: TimelineRow; readonly view: AxisView | null }) {
  const { earlierAttempts, startMs, endMs, status, container } = row;
  return (
    <>
      {earlierAttempts.map((one) => (
        <TimelineSpan
          key={one.startMs}
          className={styles.bar}
          status="stopped"
          fromMs={one.startMs}
          toMs={one.endMs}
          view={view}
        />
      ))}
      <TimelineSpan
        className={clsx(styles.bar, container && styles.around)}
        status={status}
        fromMs={earlierAttempts.at(-1)?.nextMs ?? startMs}
        toMs={endMs}
        view={view}
      />
    </>
  );
}

/** From the interrupt to the answer, or until now. */
function Waiting({ row, view }: { readonly row: TimelineRow; readonly view: AxisView | null }) {
  const untilMs = isPassTask(row) ? row.waitedUntilMs : null;
  return (
    <TimelineSpan
      className={styles.waiting}
      {...(untilMs === null ? {} : { status: 'waiting' })}
      fromMs={row.endMs ?? row.startMs}
      toMs={untilMs}
      view={view}
    />
  );
}

/** The time between when a task could start and when it did. */
export function Queued({
  row: { readyMs, startMs, superstep },
  createdMs,
  view,
}: {
  readonly row: Pick<TimelineRow, 'readyMs' | 'startMs' | 'superstep'>;
  readonly createdMs: number;
  readonly view: AxisView | null;
}) {
  const since = queuedSince({ readyMs, superstep }, createdMs);
  if (startMs - since < 1) return null;
  return <TimelineSpan className={styles.queued} fromMs={since} toMs={startMs} view={view} />;
}

/** The first tasks of a run waited for it to begin. Later runs of a pass have that in their tasks already. */
export function queuedSince(
  { readyMs, superstep }: Pick<TimelineRow, 'readyMs' | 'superstep'>,
  createdMs: number,
): number {
  return readyMs === 0 && superstep === 1 ? createdMs : readyMs;
}

/** What each run of the pass says of a task, oldest first. */
export function executionsOf(row: TimelineRow): readonly TimelineRow[] {
  return isPassTask(row) ? [...row.earlier, row] : [row];
}

/** A task that is running, interrupted or of unknown outcome has no final duration. */
function spentText(row: TimelineRow): string {
  const { status, endMs } = row;
  return endMs === null || status === 'waiting' || status === 'unknown' ? '' : durationText(spentMs(row));
}

/** How long a task ran, in all runs of the pass and without the waiting between them. */
export function spentMs(row: TimelineRow): number {
  return executionsOf(row).reduce((sum, { startMs, endMs }) => sum + ((endMs ?? startMs) - startMs), 0);
}
