import type { Batch, BatchRow, BatchStop, BatchView } from '../../shared/model/runs/batch.ts';
import type { Status } from '../ui/display/status-styles.ts';

/** What is known of a row. `unsent`: the studio has not handed it over. */
export function rowStatus({ runId, problem, result }: BatchRow): Status | 'unsent' {
  if (problem !== null) return 'failed';
  if (runId === null) return 'unsent';
  if (result === null) return 'busy';
  if (result.status === null) return 'unknown';
  if (result.status === 'interrupted') return 'cancelled';
  return result.status === 'success' && result.threadStatus === 'interrupted' ? 'waiting' : result.status;
}

const words: Readonly<Partial<Record<Status | 'unsent', string>>> = {
  unsent: 'not sent',
  // Refused by the server, or its answer was lost.
  failed: 'no run known',
  busy: 'queued or running',
  waiting: 'waits for an answer',
  success: 'finished',
  error: 'failed',
  timeout: 'timed out',
  cancelled: 'stopped',
  unknown: 'unknown',
};

export function rowLabel(row: BatchRow): string {
  const status = rowStatus(row);
  return words[status] ?? status;
}

/** Ended rows of all rows, and how they ended: `7 of 10 ended: 5 finished, 2 failed`. */
export function progressText({ rows }: Pick<Batch, 'rows'>): string {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(rowLabel(row), (counts.get(rowLabel(row)) ?? 0) + 1);
  const ended = rows.filter(({ problem, result }) => problem !== null || result !== null).length;
  const parts = [...counts].map(([label, count]) => `${count.toLocaleString('en')} ${label}`);
  return `${ended.toLocaleString('en')} of ${rows.length.toLocaleString('en')} ended: ${parts.join(', ')}`;
}

/** Whether anything can still change: rows are handed over, or runs are active. */
export function isOpen({ rows, isSending }: BatchView): boolean {
  return isSending || rows.some(({ runId, result }) => runId !== null && result === null);
}

/** What becomes of the rows when the studio is closed. */
export function closingText({ rows, isSending, atOnce }: BatchView): string | null {
  const unsent = rows.filter((row) => rowStatus(row) === 'unsent').length;
  if (unsent === 0) return null;
  const rowsOf = unsent === 1 ? 'One row' : `${unsent.toLocaleString('en')} rows`;
  if (!isSending) return `${rowsOf} never sent: the batch was stopped, or the studio was closed.`;
  return atOnce === null
    ? `${rowsOf} still to be handed over.`
    : `${rowsOf} to follow as others end, while the studio is open.`;
}

export function stopText({ unsent, results }: BatchStop): string {
  const stopped = results.filter((result) => result?.stopped === true).length;
  const others = results.length - stopped;
  return [
    `Stopped ${stopped} of ${results.length} active runs.`,
    others === 0 ? '' : `${others} had ended, or did not stop.`,
    unsent === 0 ? '' : `Not sent: ${unsent.toLocaleString('en')} ${unsent === 1 ? 'row' : 'rows'}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
