import { formatJson } from 'exact-json';
import type { CutText, IndexedRun, RunIndexState } from '../../shared/model/run-index.ts';
import type { PriceTable } from '../../shared/model/price.ts';
import { costOf, costText } from '../../shared/cost.ts';
import { collapseSpaces } from '../../shared/escape-invisible.ts';
import { statusLabels } from '../../shared/status-labels.ts';
import type { TrayEntry } from '../shared-ui/compare-tray.ts';
import { runTrayEntry } from '../shared-ui/tray-entries.ts';
import { tokenCountText } from '../ui/display/tokens-text.ts';
import { boundedDurationText, shortId } from '../ui/display/format.ts';
import { styleNameOfStatus, type Status } from '../ui/display/status-styles.ts';

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
  return { status: styleNameOfStatus[status], word: statusLabels[status], title: endingText ?? undefined };
}

export function runTitle({ threadName, threadId }: Pick<IndexedRun, 'threadName' | 'threadId'>): string {
  return collapseSpaces(threadName ?? '') || `Thread ${shortId(threadId)}`;
}

// A line break inside a JSON string, after any escaped backslashes.
const escapedBreak = /(?<!\\)((?:\\\\)*)\\n/g;

/**
 * A JSON text as it is read best: a string without its quotes, else one member a line, and lines of strings as lines.
 * What is cut or no JSON stays as it is.
 */
export function readableText({ text, length }: CutText): string {
  if (text.length < length || !/^\s*["[{]/.test(text)) return text;
  if (!text.trimStart().startsWith('"')) return formatJson(text, 2).replaceAll(escapedBreak, '$1\n');
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Its error, its questions or its input in a line: `2 questions: Publish?`. Empty for none. */
export function runLineText({ line }: Pick<IndexedRun, 'line'>): string {
  if (line === null) return '';
  const { text, count } = line;
  return count === undefined ? text : `${count.toLocaleString('en')} questions: ${text}`;
}

/** For the compare tray. */
export function runEntry(
  connectionId: string,
  {
    threadId,
    runId,
    threadName,
    createdAt,
  }: Pick<IndexedRun, 'threadId' | 'runId' | 'threadName' | 'createdAt'>,
): TrayEntry {
  return runTrayEntry('run', { connectionId, threadId, runId, number: null, threadName, createdAt });
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
  return tokens === null ? '' : tokenCountText(tokens, isUsageCut);
}

/** Its start is put off; other queued runs wait for those before them. */
export function isScheduled({ status, ahead }: Pick<IndexedRun, 'status' | 'ahead'>): boolean {
  return status === 'queued' && ahead === null;
}

/** When a run that has not started does so: `after 2 runs`. Empty for others. */
export function queueText(run: Pick<IndexedRun, 'status' | 'ahead' | 'createdAt'>): string {
  if (run.status !== 'queued') return '';
  const { ahead, createdAt } = run;
  if (ahead === null)
    return createdAt === null ? 'scheduled' : `starts ${new Date(createdAt).toLocaleString()}`;
  return ahead === 0 ? 'starts next' : ahead === 1 ? 'one run ahead of it' : `${ahead} runs ahead of it`;
}

/** The same in a cell. */
export function queueLabel({ ahead }: Pick<IndexedRun, 'ahead'>): string {
  if (ahead === null) return 'scheduled';
  return ahead === 0 ? 'next' : `after ${ahead.toLocaleString('en')}`;
}

export function isActiveRun({ status }: Pick<IndexedRun, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

export function coverageText(state: RunIndexState, total: number): string {
  const { runs, hasMore, threads, searchable, searchableInPart } = state;
  const runCount = `${runs.toLocaleString('en')}${hasMore ? ' runs read so far' : runs === 1 ? ' run' : ' runs'}`;
  const displayedCount = total === runs ? runCount : `${total.toLocaleString('en')} of ${runCount}`;
  return `${displayedCount}. ${searchable.toLocaleString('en')} of ${threads.toLocaleString('en')} ${
    threads === 1 ? 'thread' : 'threads'
  } can be searched${searchableInPart === 0 ? '' : `, ${searchableInPart.toLocaleString('en')} only in part`}.`;
}
