import { memo } from 'react';
import { durationText } from '../../ui/display/format.ts';
import { runDuration, runDurationLabel } from '../log/run-duration.ts';
import type { PriceTable } from '../../../shared/model/price.ts';
import type { ModelUsage, TokenUsage } from '../../../shared/token-counter.ts';
import { costOf, costText } from '../../../shared/cost/cost.ts';
import { usePrices } from '../../queries/shared-queries.ts';
import type { TimelineRow } from '../../../shared/run-events/timeline/timeline-row.ts';
import { workTimeAt } from './pass/pass-layout.ts';
import { isPassTask } from './pass/pass-tasks.ts';
import { waitText } from './story-labels.ts';
import { statusFacts } from './bars/TaskGroupBar.tsx';
import { summarizeGroup, type TaskGroup } from './bars/task-group.ts';
import { executionsOf, queuedSince, spentMs, taskStatusLabels } from './bars/TimelineBar.tsx';
import { visitOf, visitText } from './bars/TimelineItemFrame.tsx';
import { isGroup, isUnseenRun, type TimelineItem } from './timeline-items.ts';
import type { Story } from './use-story.ts';
import styles from './TimelineView.module.css';

export interface TimelineSummaryProps {
  readonly story: Story;
  /** What is hovered, else what is focused. */
  readonly item: TimelineItem | null;
}

/** A line below the bars: the details of a task, or the totals of the run or pass. */
export const TimelineSummary = memo(function TimelineSummary({ story, item }: TimelineSummaryProps) {
  const prices = usePrices();
  const parts = partsOf(story, item, prices);
  const name = item === null ? null : isUnseenRun(item) ? item.label : item.nodeId;
  return (
    <p className={styles.summary} data-testid="timeline-summary">
      {name === null ? null : <b title={name}>{name.replaceAll(':', ' › ')}</b>}
      <span title={parts.join(' · ')}>{parts.join(' · ')}</span>
    </p>
  );
});

function partsOf(story: Story, item: TimelineItem | null, prices: PriceTable): readonly string[] {
  if (item === null) return whole(story, prices);
  if (isUnseenRun(item)) return item.facts;
  return isGroup(item) ? oneGroup(item) : oneTask(story, item, prices);
}

/** More waits are only counted. */
const mostWaits = 3;

function whole({ runs, isCut, rows, marks, layout, clock }: Story, prices: PriceTable): string[] {
  const supersteps = marks.reduce(
    (sum, one) => sum + one.marks.filter(({ kind }) => kind === 'superstep').length,
    0,
  );
  const usages = runs.map(({ log }) => log?.model.messages.usage() ?? null);
  const last = runs.at(-1);
  const { log, run } = last ?? {};
  const duration = clock.running || runs.length > 1 || !log ? null : runDuration(run, log, null);
  const worked =
    runs.length > 1 && !clock.running ? workTimeAt(layout.waits, layout.toMs) - layout.fromMs : null;
  return [
    ...(isCut
      ? [`${counted(runs.length, 'run')}, not all of the pass`]
      : runs.length > 1
        ? [counted(runs.length, 'run')]
        : []),
    ...(layout.waits.length > mostWaits
      ? [`waited ${layout.waits.length} times`]
      : layout.waits.map((wait) => waitText(wait, runs))),
    ...(worked === null ? [] : [`${durationText(worked)} without waiting`]),
    counted(rows.length, 'task'),
    counted(supersteps, 'superstep'),
    // While the run is active, its status shows the time.
    ...(duration === null ? [] : [runDurationLabel(duration)]),
    ...usageFacts(usages),
    ...costFacts(
      runs.flatMap((one) => one.log?.model.messages.models() ?? []),
      isCut || runs.some(isPartial),
      prices,
    ),
    // Only complete checkpoints report queued nodes.
    ...(log?.end === null && !log.model.activity.reportsQueued()
      ? ['turn on checkpoints to see queued nodes']
      : []),
  ];
}

function oneTask(story: Story, row: TimelineRow, prices: PriceTable): string[] {
  const { runs, layout } = story;
  const { startMs, endMs, status, error } = row;
  const executions = executionsOf(row);
  const usages = executions.map(
    (one) => runs[isPassTask(one) ? one.run : 0]?.log?.model.messages.usageOf(row.taskId) ?? null,
  );
  const began = executions[0]?.startMs ?? startMs;
  const first = executions[0] ?? row;
  return [
    status === 'finished' ? 'finished' : taskStatusLabels[status],
    ...(row.written === null ? [] : [`wrote ${row.written}`]),
    ...visitFacts(row),
    ...(row.attempts > 1 ? [`${row.attempts} tries`] : []),
    ...(error === null ? [] : [error]),
    ...(endMs === null || status === 'unknown' ? [] : [`ran ${durationText(spentMs(row))}`]),
    ...(executions.length > 1 ? [`in ${executions.length} runs`] : []),
    ...usageFacts(usages),
    ...costFacts(
      executions.flatMap((one) => {
        const { log } = runs[isPassTask(one) ? one.run : 0] ?? {};
        return log?.model.messages.modelsOf(row.taskId) ?? [];
      }),
      executions.some((one) => isPartial(runs[isPassTask(one) ? one.run : 0])),
      prices,
    ),
    `waited ${durationText(first.startMs - queuedSince(first, story.queuedSinceMs))}`,
    `began at ${durationText(workTimeAt(layout.waits, began))}`,
    `superstep ${first.superstep}${runs.length > 1 && isPassTask(first) ? ` of run ${first.run + 1}` : ''}`,
  ];
}

function visitFacts(row: TimelineRow): string[] {
  const visit = visitOf(row, row.siblings.loop.visits);
  return visit === null ? [] : [visitText(visit)];
}

/** Whether a run may have used more than its events tell. */
function isPartial(one: Story['runs'][number] | undefined): boolean {
  const end = one?.log?.end ?? null;
  return end === null || end.incomplete || end.outcome === 'lost' || one?.run?.joinedLate === true;
}

function costFacts(usages: readonly ModelUsage[], partly: boolean, prices: PriceTable): string[] {
  const text = costText(costOf(usages, prices, partly), usages, prices);
  return text === null ? [] : [text];
}

function usageFacts(usages: readonly (TokenUsage | null)[]): string[] {
  const known = usages.filter((usage) => usage !== null);
  if (known.length === 0) return [];
  const sum = (of: 'input' | 'output' | 'total') => known.reduce((all, usage) => all + usage[of], 0);
  return [`${sum('input')} in + ${sum('output')} out = ${sum('total')} tok`];
}

function oneGroup(group: TaskGroup): string[] {
  const summary = summarizeGroup(group);
  const { fastestMs, medianMs, slowestMs, startMs, endMs, readyMs, retried } = summary;
  const spent = { fastest: fastestMs, median: medianMs, slowest: slowestMs };
  return [
    counted(group.rows.length, 'parallel task'),
    ...group.rows.slice(0, 1).flatMap(visitFacts),
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
