import { isActive } from '../../shared/model/is-active.ts';
import { endingText, recordedRunStatus, statusLabels } from '../../shared/status-labels.ts';
import { nodeNames } from '../../shared/thread-record/summarize-thread.ts';
import type { ThreadRecordState } from '../queries/thread-record.ts';
import { styleNameOfStatus, statusStyles, type Status } from '../ui/display/status-styles.ts';
import { listedRun, type KnownRun, type ListedRun } from './listed-run.ts';

export interface RunDisplay {
  readonly status: Status;
  /** Includes the reason of the end: `paused before review`. */
  readonly text: string;
}

/**
 * How a run of a thread stands: by the thread's record or, where that can't be read, by the server's list. `null` if neither has
 * it.
 */
export function displayRun(
  runId: string,
  listed: ListedRun,
  state: Pick<ThreadRecordState, 'record' | 'error'>,
): RunDisplay;
export function displayRun(
  runId: string,
  listed: ListedRun | undefined,
  state: Pick<ThreadRecordState, 'record' | 'error'>,
): RunDisplay | null;
export function displayRun(
  runId: string,
  listed: ListedRun | undefined,
  { record, error }: Pick<ThreadRecordState, 'record' | 'error'>,
): RunDisplay | null {
  const recorded = record?.runs.find((run) => run.runId === runId);
  if (recorded?.status === 'ended')
    return toDisplay(recorded, record === null ? undefined : nodeNames(record));
  if (listed === undefined) return recorded === undefined ? null : toDisplay(recorded);
  // One of the two is older, and does not know of the end.
  const isBehind = recorded !== undefined && recorded.status !== 'unknown';
  if (!isActive(listed.status) && error === null && (isBehind || record === null))
    return { status: 'reading', text: statusStyles.reading.label };
  return toDisplay(listedRun(listed, null));
}

function toDisplay(run: KnownRun, nodeOf?: (executionId: string) => string | null): RunDisplay {
  const status = recordedRunStatus(run);
  const text = run.ending === null ? statusLabels[status] : endingText(run.ending, nodeOf);
  return { status: styleNameOfStatus[status], text };
}
