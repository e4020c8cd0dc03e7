import { escapeInvisibleLine } from '../shared/escape-invisible.ts';
import { maxNotificationBody, maxNotificationTitle } from '../shared/model/run-notification.ts';
import { maxGathered, type SettledRun } from './notification-queue.ts';

/**
 * A run with what its server says about it.
 *
 * - `status`: As everywhere else in the studio; `waiting` if a question is known.
 * - `name`: Of its thread, or the start of its id.
 * - `line`: The question, the node it is paused before, or the error.
 */
export interface SummarizedRun extends SettledRun {
  readonly status: 'waiting' | 'paused' | 'interrupted' | 'failed' | 'finished';
  readonly name: string;
  readonly serverName: string;
  readonly line: string | null;
}

const titles: Readonly<Record<SummarizedRun['status'], string>> = {
  waiting: 'Run waits for an answer',
  paused: 'Run paused',
  interrupted: 'Run interrupted',
  failed: 'Run failed',
  finished: 'Run finished',
};

// The parts of the title of many, in order of how much they matter.
const outcomes = [
  ['interrupted', 'interrupted'],
  ['failed', 'failed'],
  ['finished', 'finished'],
] as const;

const maxNames = 3;
const maxName = 60;
const maxLine = 160;

/** The order in which runs matter: what can be answered, what failed, the rest. */
export function byImportance<R extends SettledRun>(runs: readonly R[]): readonly R[] {
  return outcomes.flatMap(([outcome]) => runs.filter((run) => run.outcome === outcome));
}

/** Title and body of a notification. `described`: The first of `runs`, by importance. */
export function notificationText(
  runs: readonly SettledRun[],
  described: readonly SummarizedRun[],
): { readonly title: string; readonly body: string } {
  const [first] = described;
  if (runs.length === 1 && first !== undefined) {
    const { status, name, serverName, line } = first;
    const place = `${truncate(name, maxName)} (${truncate(serverName, maxName)})`;
    return {
      title: titles[status],
      body: (line === null ? place : `${place}\n${truncate(line, maxLine)}`).slice(0, maxNotificationBody),
    };
  }
  const counts = outcomes
    .map(([outcome, word]) => ({ word, count: runs.filter((run) => run.outcome === outcome).length }))
    .filter(({ count }) => count > 0);
  const total = runs.length >= maxGathered ? `${maxGathered} or more runs` : `${runs.length} runs`;
  const [only] = counts;
  const title =
    counts.length === 1 && only !== undefined
      ? `${total} ${only.word}`
      : `${total}: ${counts.map(({ word, count }) => `${count} ${word}`).join(', ')}`;
  const names = described.slice(0, maxNames).map(({ name }) => truncate(name, maxName));
  const unnamedCount = runs.length - names.length;
  return {
    title: title.slice(0, maxNotificationTitle),
    body: [...names, ...(unnamedCount > 0 ? [`and ${unnamedCount} more`] : [])]
      .join(', ')
      .slice(0, maxNotificationBody),
  };
}

// Names and errors are a server's: one line without hidden characters, in a bounded length.
function truncate(text: string, length: number): string {
  const line = escapeInvisibleLine(
    text
      .slice(0, 2 * length)
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return line.length > length ? `${line.slice(0, length - 1).trimEnd()}…` : line;
}
