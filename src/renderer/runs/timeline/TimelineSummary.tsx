import { memo } from 'react';
import { durationText } from '../../ui/display/format.ts';
import { runDurationLabel, type RunDuration } from '../log/run-duration.ts';
import type { RunLogSnapshot } from '../log/run-log-store.ts';
import { taskStatusLabels } from './TimelineBar.tsx';
import type { TimelineRow } from '../model/timeline.ts';
import { statusFacts } from './TaskGroupBar.tsx';
import { isGroup, summarizeGroup, type TaskGroup, type TimelineItem } from './timeline-items.ts';
import styles from './TimelineView.module.css';

export interface TimelineSummaryProps {
  readonly log: RunLogSnapshot;
  /** `null` until the run has ended. */
  readonly duration: RunDuration | null;
  /** What is hovered, else what is focused. */
  readonly item: TimelineItem | null;
}

/** A line below the bars: the details of a task, or the totals of the run. */
export const TimelineSummary = memo(function TimelineSummary({ log, duration, item }: TimelineSummaryProps) {
  const parts = item === null ? wholeRun(log, duration) : isGroup(item) ? oneGroup(item) : oneTask(log, item);
  return (
    <p className={styles.summary} data-testid="timeline-summary">
      {item === null ? null : <b title={item.nodeId}>{item.nodeId.replaceAll(':', ' › ')}</b>}
      <span title={parts.join(' · ')}>{parts.join(' · ')}</span>
    </p>
  );
});

function wholeRun({ model, end }: RunLogSnapshot, duration: RunDuration | null): string[] {
  const rows = model.timeline.rows();
  const supersteps = model.timeline.marks().filter(({ kind }) => kind === 'superstep').length;
  const usage = model.messages.usage();
  return [
    counted(rows.length, 'task'),
    counted(supersteps, 'superstep'),
    // While the run is active, its status shows the time.
    ...(duration === null ? [] : [runDurationLabel(duration)]),
    ...(usage === null ? [] : [`${usage.input} in + ${usage.output} out = ${usage.total} tok`]),
    // Only complete checkpoints report queued nodes.
    ...(end === null && !model.activity.reportsQueued() ? ['turn on checkpoints to see queued nodes'] : []),
  ];
}

function oneTask(log: RunLogSnapshot, row: TimelineRow): string[] {
  const usage = log.model.messages.usageOf(row.taskId);
  const { startMs, endMs, readyMs, status, error } = row;
  return [
    status === 'finished' ? 'finished' : taskStatusLabels[status],
    ...(row.attempts > 1 ? [`${row.attempts} tries`] : []),
    ...(error === null ? [] : [error]),
    ...(endMs === null || status === 'unknown' ? [] : [`ran ${durationText(endMs - startMs)}`]),
    ...(usage === null ? [] : [`${usage.input} in + ${usage.output} out = ${usage.total} tok`]),
    `waited ${durationText(startMs - readyMs)}`,
    `began at ${durationText(startMs)}`,
    `superstep ${row.superstep}`,
  ];
}

function oneGroup(group: TaskGroup): string[] {
  const summary = summarizeGroup(group);
  const { fastestMs, medianMs, slowestMs, startMs, endMs, readyMs, retried } = summary;
  const spent = { fastest: fastestMs, median: medianMs, slowest: slowestMs };
  return [
    counted(group.rows.length, 'parallel task'),
    ...statusFacts(summary, group.rows.length),
    ...(retried === 0 ? [] : [`${retried} tried again`]),
    ...Object.entries(spent).flatMap(([name, ms]) => (ms === null ? [] : [`${name} ${durationText(ms)}`])),
    ...(endMs === null ? [] : [`${durationText(endMs - startMs)} from the first start to the last end`]),
    `waited ${durationText(startMs - readyMs)}`,
  ];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
