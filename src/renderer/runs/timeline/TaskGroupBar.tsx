import { clsx } from 'clsx';
import { memo, useMemo } from 'react';
import { boundedDurationWords, durationText } from '../../ui/display/format.ts';
import { isInView } from './axis-view.ts';
import { TimelineSpan } from './TimelineSpan.tsx';
import { Queued } from './TimelineBar.tsx';
import { taskStatusLabels } from './timeline-labels.ts';
import { TimelineItemFrame, visitOf, type TimelineItemProps } from './TimelineItemFrame.tsx';
import { statusOfGroup, summarizeGroup, type GroupSummary, type TaskGroup } from './task-group.ts';
import styles from './TimelineView.module.css';

// More marks would run into each other.
const maxEnds = 60;

// Parallel tasks of one node: from the first start to the last end, with a mark where each one ended.
export const TaskGroupBar = memo(function TaskGroupBar(props: TimelineItemProps<TaskGroup>) {
  const { item, view } = props;
  const { label, tasks } = item;
  const [first] = tasks;
  const summary = useMemo(() => summarizeGroup({ tasks }), [tasks]);
  const status = statusOfGroup(summary);
  const ends = useMemo(() => {
    const ended = tasks.filter(({ endMs, time }) => endMs !== null && time?.bound === 'exact');
    const each = Math.max(1, Math.ceil(ended.length / maxEnds));
    return ended
      .filter((task, index) => task.status === 'failed' || index % each === 0)
      .slice(0, 2 * maxEnds);
  }, [tasks]);
  const facts = [...statusFacts(summary, tasks.length), spreadText(summary)].filter((fact) => fact !== '');
  return (
    <TimelineItemFrame
      {...props}
      label={`${label} ×${tasks.length}`}
      visit={first === undefined ? null : visitOf(first)}
      status={status}
      facts={facts}
      isOut={!isInView(view, summary.startMs, summary.endMs)}
    >
      <Queued fromMs={summary.readyMs} toMs={summary.startMs} view={view} />
      <TimelineSpan
        className={clsx(styles.bar, styles.around)}
        status={status}
        isBound={summary.isBound}
        fromMs={summary.startMs}
        toMs={summary.endMs}
        view={view}
      />
      {ends.map(({ executionId, status: ended, endMs }) => (
        <TimelineSpan
          key={executionId}
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

// The shortest and the longest time; of tasks without times of their own, that of all.
function spreadText({ fastestMs, slowestMs, isBound, startMs, endMs }: GroupSummary): string {
  if (fastestMs !== null && slowestMs !== null)
    return `${durationText(fastestMs)} to ${durationText(slowestMs)}`;
  return isBound && endMs !== null ? boundedDurationWords(endMs - startMs, 'atMost') : '';
}

// How many of a group failed, wait, run, ...; nothing for one that finished whole.
export function statusFacts({ counts }: GroupSummary, total: number): string[] {
  const listed = [
    'failed',
    'interrupted',
    'running',
    'queued',
    'unanswered',
    'aborted',
    'cancelled',
    'unknown',
  ] as const;
  return listed.flatMap((status) => {
    const count = counts[status] ?? 0;
    if (count === 0) return [];
    const label = taskStatusLabels[status];
    return count === total ? [label] : [`${count} ${label}`];
  });
}
