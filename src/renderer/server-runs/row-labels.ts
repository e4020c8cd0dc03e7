import type { ServerRun, ServerRunKind, ServerRunThread } from '../../shared/model/server-run.ts';
import { collapseSpaces } from '../../shared/escape-invisible.ts';
import { listedThreadStatus, recordedRunStatus, statusWords } from '../../shared/status-labels.ts';
import type { TrayEntry } from '../shared-ui/compare-tray.ts';
import { runTrayEntry } from '../shared-ui/tray-entries.ts';
import { listedRun } from '../run-state/listed-run.ts';
import { shortId } from '../ui/display/format.ts';
import { statusOfName, type Status } from '../ui/display/status-styles.ts';
import { isScheduled, type ServerRunRow } from './run-rows.ts';

export function runThreadTitle({ name, threadId }: ServerRunThread): string {
  return collapseSpaces(name ?? '') || shortId(threadId);
}

/** A run that left its thread waiting has ended with success by its server's word: the thread says more. */
export function statusOf(kind: ServerRunKind, thread: ServerRunThread, run: ServerRun | null): Status {
  if (run === null) return 'unknown';
  if (kind === 'waiting') return statusOfName[listedThreadStatus(thread)];
  return statusOfName[recordedRunStatus(listedRun(run, null))];
}

/** Position in the queue: `running`, `next in the queue`, `2 before it`, or the start time. */
export function queueText({ run, ahead }: ServerRunRow): string {
  if (run === null) return '';
  if (isScheduled(run, Date.now())) return `starts ${new Date(run.createdAt ?? '').toLocaleString()}`;
  if (ahead === null) return statusWords[recordedRunStatus(listedRun(run, null))];
  return ahead === 0 ? 'starts next' : ahead === 1 ? 'one run before it' : `${ahead} runs before it`;
}

export function serverRunTrayEntry(
  connectionId: string,
  { threadId, name }: ServerRunThread,
  { runId, createdAt }: ServerRun,
): TrayEntry {
  return runTrayEntry('run', { connectionId, threadId, runId, number: null, threadName: name, createdAt });
}
