import { clsx } from 'clsx';
import { memo, useMemo } from 'react';
import { durationText } from '../../../ui/display/format.ts';
import { isInView } from '../axis/axis-view.ts';
import { TimelineSpan } from './TimelineSpan.tsx';
import { Queued, taskStatusLabels } from './TimelineBar.tsx';
import { TimelineItemFrame, visitOf, type TimelineItemProps } from './TimelineItemFrame.tsx';
import { statusOfGroup, summarizeGroup, type GroupSummary, type TaskGroup } from './task-group.ts';
import styles from '../TimelineView.module.css';

/** More marks would run into each other. */
const mostEnds = 60;

interface TaskGroupBarProps extends TimelineItemProps<TaskGroup> {
  /** As for a single task. */
  readonly createdMs: number;
  readonly visits: number;
}

/** Parallel tasks of one node: from the first start to the last end, with a mark where each one ended. */
export const TaskGroupBar = memo(function TaskGroupBar({ createdMs, visits, ...props }: TaskGroupBarProps) {
  const { item, view } = props;
  const { label, rows } = item;
  const [first] = rows;
  const summary = useMemo(() => summarizeGroup({ rows }), [rows]);
  const status = statusOfGroup(summary);
  const ends = useMemo(() => {
    const ended = rows.filter(({ endMs }) => endMs !== null);
    const each = Math.max(1, Math.ceil(ended.length / mostEnds));
    return ended.filter((row, at) => row.status === 'failed' || at % each === 0).slice(0, 2 * mostEnds);
  }, [rows]);
  const facts = [
    ...statusFacts(summary, rows.length),
    summary.fastestMs === null || summary.slowestMs === null
      ? ''
      : `${durationText(summary.fastestMs)} to ${durationText(summary.slowestMs)}`,
  ].filter((fact) => fact !== '');
  return (
    <TimelineItemFrame
      {...props}
      label={`${label} ×${rows.length}`}
      visit={first === undefined ? null : visitOf(first, visits)}
      status={status}
      facts={facts}
      isOut={!isInView(view, summary.startMs, summary.endMs)}
    >
      <Queued row={{ ...summary, superstep: first?.superstep ?? 0 }} createdMs={createdMs} view={view} />
      <TimelineSpan
        className={clsx(styles.bar, styles.around)}
        status={status}
        fromMs={summary.startMs}
        toMs={summary.endMs}
        view={view}
      />
      {ends.map(({ taskId, status: ended, endMs }) => (
        <TimelineSpan
          key={taskId}
          className={styles.end}
          status={ended}
          fromMs={endMs ?? 0}
          toMs={endMs}
          view={view}
        />
      ))}
    </TimelineItemFrame>
  );
});

/** How many of a group failed, wait, run, ...; nothing for one that finished whole. */
export function statusFacts({ counts }: GroupSummary, total: number): string[] {
  return (['failed', 'waiting', 'running', 'stopped', 'unknown'] as const).flatMap((status) => {
    const count = counts[status] ?? 0;
    if (count === 0) return [];
    const label = taskStatusLabels[status];
    return count === total ? [label] : [`${count} ${label}`];
  });
}
