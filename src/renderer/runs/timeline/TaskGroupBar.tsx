import { clsx } from 'clsx';
import { memo, useMemo } from 'react';
import { durationText } from '../../ui/display/format.ts';
import { span, taskStatusLabels } from './TimelineBar.tsx';
import { TimelineItemFrame, type TimelineItemProps } from './TimelineItemFrame.tsx';
import { statusOfGroup, summarizeGroup, type GroupSummary, type TaskGroup } from './timeline-items.ts';
import styles from './TimelineView.module.css';

/** More marks would run into each other. */
const mostEnds = 60;

/** Parallel tasks of one node: from the first start to the last end, with a mark where each one ended. */
export const TaskGroupBar = memo(function TaskGroupBar(props: TimelineItemProps<TaskGroup>) {
  const { label, rows } = props.item;
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
    <TimelineItemFrame {...props} label={`${label} ×${rows.length}`} status={status} facts={facts}>
      {summary.startMs - summary.readyMs >= 1 ? (
        <i className={styles.queued} style={span(summary.readyMs, summary.startMs)} />
      ) : null}
      <i
        className={clsx(styles.bar, styles.around)}
        data-status={status}
        style={span(summary.startMs, summary.endMs)}
      />
      {ends.map(({ taskId, status: ended, endMs }) => (
        <i key={taskId} className={styles.end} data-status={ended} style={span(endMs ?? 0, endMs)} />
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
