import type { IndexedRun, RunIndexState } from '../../shared/model/run-index.ts';
import type { PriceTable } from '../../shared/model/price.ts';
import { costOf, costText } from '../../shared/cost.ts';
import { collapseSpaces } from '../../shared/escape-invisible.ts';
import { statusWords } from '../../shared/status-labels.ts';
import { boundedDurationText, shortId } from '../ui/display/format.ts';
import { statusOfName, type Status } from '../ui/display/status-styles.ts';

export interface RunStatusLabel {
  readonly status: Status;
  readonly word: string;
  readonly title: string | undefined;
}

export function runStatusLabel({
  status,
  endingText,
}: Pick<IndexedRun, 'status' | 'endingText'>): RunStatusLabel {
  if (status === 'ended') {
    return {
      status: 'unknown',
      word: 'ended',
      title: 'The server reports that it ended. How it ended is read from its thread.',
    };
  }
  return { status: statusOfName[status], word: statusWords[status], title: endingText ?? undefined };
}

export function runTitle({ threadName, threadId }: Pick<IndexedRun, 'threadName' | 'threadId'>): string {
  return collapseSpaces(threadName ?? '') || `Thread ${shortId(threadId)}`;
}

/** The server's times only bound it. */
export function runDurationText({ durationMs }: Pick<IndexedRun, 'durationMs'>): string {
  return durationMs === null ? '' : boundedDurationText(durationMs, 'atMost');
}

/** What it cost by the price table; empty without prices, or if no model reports its usage. */
export function runCostText(
  { models, isUsageCut }: Pick<IndexedRun, 'models' | 'isUsageCut'>,
  prices: PriceTable,
): string {
  return costText(costOf(models, prices, isUsageCut), models, prices) ?? '';
}

export function runTokensText({ tokens, isUsageCut }: Pick<IndexedRun, 'tokens' | 'isUsageCut'>): string {
  return tokens === null ? '' : `${isUsageCut ? '≥ ' : ''}${tokens.toLocaleString('en')}`;
}

/** A run with a delay is created in the future. The clocks may differ by a few seconds. */
export function isScheduled(
  { status, createdAt }: Pick<IndexedRun, 'status' | 'createdAt'>,
  now = Date.now(),
): boolean {
  return status === 'queued' && Date.parse(createdAt ?? '') > now + 5000;
}

export function isActiveRun({ status }: Pick<IndexedRun, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

export function coverageText(state: RunIndexState, total: number): string {
  const { runs, hasMore, threads, searchable } = state;
  const runCount = `${runs.toLocaleString('en')}${hasMore ? ' runs read so far' : runs === 1 ? ' run' : ' runs'}`;
  const shown = total === runs ? runCount : `${total.toLocaleString('en')} of ${runCount}`;
  return `${shown}. ${searchable.toLocaleString('en')} of ${threads.toLocaleString('en')} ${
    threads === 1 ? 'thread' : 'threads'
  } can be searched.`;
}
