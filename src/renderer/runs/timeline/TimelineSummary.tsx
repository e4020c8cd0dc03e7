import { memo } from 'react';
import type { PriceTable } from '../../../shared/model/price.ts';
import { costOf, costText } from '../../../shared/cost.ts';
import { workTimeAt } from '../../../shared/thread-record/timeline-axis.ts';
import type { TokenSum } from '../../../shared/thread-record/sum-tokens.ts';
import type { TimelineTask } from '../../../shared/thread-record/timeline-task.ts';
import type { ModelUsage, TokenUsage } from '../../../shared/token-counter.ts';
import { usePrices } from '../../queries/shared-queries.ts';
import { tokensText } from '../../ui/display/tokens-text.ts';
import { durationText } from '../../ui/display/format.ts';
import { recordedDuration, runDuration, runDurationLabel } from '../model/run-duration.ts';
import { statusFacts } from './TaskGroupBar.tsx';
import { summarizeGroup, type TaskGroup } from './task-group.ts';
import { visitOf, visitText } from './TimelineItemFrame.tsx';
import { isGroup, isRunItem, type TimelineItem } from './timeline-items.ts';
import { taskStatusLabels, taskTimeText, waitText } from './timeline-labels.ts';
import type { TimelineData } from './use-timeline.ts';
import styles from './TimelineView.module.css';

export interface TimelineSummaryProps {
  readonly timeline: TimelineData;
  readonly item: TimelineItem | null;
}

export const TimelineSummary = memo(function TimelineSummary({ timeline, item }: TimelineSummaryProps) {
  const prices = usePrices();
  const parts = partsOf(timeline, item, prices);
  const name = item === null ? null : isRunItem(item) ? item.label : item.nodeId;
  return (
    <p className={styles.summary} data-testid="timeline-summary">
      {name === null ? null : <b title={name}>{name.replaceAll(':', ' › ')}</b>}
      <span title={parts.join(' · ')}>{parts.join(' · ')}</span>
    </p>
  );
});

function partsOf(timeline: TimelineData, item: TimelineItem | null, prices: PriceTable): readonly string[] {
  if (item === null) return whole(timeline, prices);
  if (isRunItem(item)) return item.facts;
  return isGroup(item) ? oneGroup(item) : oneTask(timeline, item, prices);
}

// More waits are only counted.
const maxWaits = 3;

function whole(timeline: TimelineData, prices: PriceTable): string[] {
  const { runs, isCut, tasks, supersteps, tokens, layout, clock, log, isReading } = timeline;
  const worked =
    runs.length > 1 && !clock.running ? workTimeAt(layout.waits, layout.toMs) - layout.fromMs : null;
  return [
    ...(isCut
      ? [`${counted(runs.length, 'run')}, without older ones`]
      : runs.length > 1
        ? [counted(runs.length, 'run')]
        : []),
    ...(layout.waits.length > maxWaits
      ? [`waited ${layout.waits.length} times`]
      : layout.waits.map((wait) => waitText(wait, runs))),
    ...(worked === null ? [] : [`${durationText(worked)} without waiting`]),
    counted(tasks.length, 'task'),
    counted(supersteps, 'superstep'),
    ...(isReading ? ['reading earlier runs'] : []),
    ...durationFacts(timeline),
    ...tokenFacts(timeline),
    ...costFacts(
      log.model.messages.models(),
      runs.length > 1 || isPartial(timeline) || tokens?.isLowerBound === true,
      prices,
    ),
    // Only complete checkpoints report queued nodes.
    ...(log.end === null && log.frames.length > 0 && !log.model.reportsQueued()
      ? ['queued nodes need the checkpoints stream mode']
      : []),
  ];
}

function durationFacts({ runs, clock, log, run }: TimelineData): string[] {
  const [only] = runs;
  if (clock.running || only === undefined || runs.length > 1) return [];
  const { createdAt = null, endedAt = null } = only.run ?? {};
  if (createdAt !== null && endedAt !== null && endedAt >= createdAt && createdAt > 0)
    return [runDurationLabel(recordedDuration(endedAt - createdAt))];
  const duration = runDuration(run, log, null);
  return duration === null ? [] : [runDurationLabel(duration)];
}

// For one run whose events are here, input and output tokens are listed, too.
function tokenFacts({ runs, runId, tokens, log }: TimelineData): string[] {
  const usage = runs.length === 1 && runs[0]?.runId === runId ? log.model.messages.usage() : null;
  if (usage !== null) return usageFacts(usage, tokens);
  return tokens === null ? [] : [tokensText(tokens.tokens, tokens.isLowerBound)];
}

function oneTask(timeline: TimelineData, task: TimelineTask, prices: PriceTable): string[] {
  const { layout, log, runs } = timeline;
  const { status, error, time, spans, attempts } = task;
  const written = log.model.timeline.rowOf(task.taskId)?.written ?? null;
  const usage = log.model.messages.usageOf(task.taskId);
  const run = spans[0]?.run ?? null;
  const took = taskTimeText(status, time);
  return [
    status === 'finished' ? 'finished' : taskStatusLabels[status],
    ...(task.abortedBy === null ? [] : [`by the error of ${task.abortedBy}`]),
    ...(written === null ? [] : [`wrote ${written}`]),
    ...visitFacts(task),
    ...(attempts === null || attempts < 2 ? [] : [`${attempts} tries`]),
    ...(error === null ? [] : [error]),
    ...(took === ''
      ? []
      : [took === 'time unknown' ? took : `ran ${took}${time?.isSeen ? ', as seen here' : ''}`]),
    ...(spans.length > 1 ? [`in ${spans.length} runs`] : []),
    ...(usage !== null && spans.length === 1
      ? usageFacts(usage, task.tokens)
      : task.tokens === null
        ? []
        : [tokensText(task.tokens.tokens, task.tokens.isLowerBound)]),
    ...costFacts(
      log.model.messages.modelsOf(task.taskId),
      spans.length > 1 || isPartial(timeline) || task.tokens?.isLowerBound === true,
      prices,
    ),
    ...(spans[0]?.isBound === true
      ? []
      : [
          `waited ${durationText(task.startMs - task.readyMs)}`,
          `started at ${durationText(workTimeAt(layout.waits, task.startMs))}`,
        ]),
    ...(task.step === null
      ? []
      : [`step ${task.step}${runs.length > 1 && run !== null ? ` of run ${run + 1}` : ''}`]),
  ];
}

function visitFacts(task: TimelineTask): string[] {
  const visit = visitOf(task);
  return visit === null ? [] : [visitText(visit)];
}

// Whether the displayed run may have used more than its events report.
function isPartial({ log: { end }, run }: TimelineData): boolean {
  return end === null || end.incomplete || end.outcome === 'lost' || run?.joinedLate === true;
}

function costFacts(usages: readonly ModelUsage[], partly: boolean, prices: PriceTable): string[] {
  const text = costText(costOf(usages, prices, partly), usages, prices);
  return text === null ? [] : [text];
}

function usageFacts({ input, output, total }: TokenUsage, sum: TokenSum | null): string[] {
  return [`${input} in + ${output} out = ${tokensText(total, sum?.isLowerBound)}`];
}

function oneGroup(group: TaskGroup): string[] {
  const summary = summarizeGroup(group);
  const { fastestMs, medianMs, slowestMs, sumMs, startMs, endMs, readyMs, retried, isBound } = summary;
  const spent = { fastest: fastestMs, median: medianMs, slowest: slowestMs };
  const span = endMs === null ? null : durationText(endMs - startMs);
  return [
    counted(group.tasks.length, 'parallel task'),
    ...group.tasks.slice(0, 1).flatMap(visitFacts),
    ...statusFacts(summary, group.tasks.length),
    ...(retried === 0 ? [] : [`${retried} retried`]),
    ...Object.entries(spent).flatMap(([name, ms]) => (ms === null ? [] : [`${name} ${durationText(ms)}`])),
    ...(span === null
      ? []
      : [isBound ? `at most ${span} each` : `${span} from the first start to the last end`]),
    ...(sumMs === null ? [] : [`${durationText(sumMs)} in total across parallel tasks`]),
    ...(isBound ? [] : [`waited ${durationText(startMs - readyMs)}`]),
  ];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
