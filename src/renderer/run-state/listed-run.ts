import type { Run } from '../../shared/model/run.ts';
import type { RecordedRun, RunEnding } from '../../shared/model/thread-record.ts';
import type { ThreadStatus } from '../../shared/model/thread.ts';

export type ListedRun = Pick<Run, 'runId' | 'status' | 'interruptedBy'>;

// A run of the thread, by its record or, where that can't be read, by the server's list.
export type KnownRun = Pick<RecordedRun, 'runId' | 'status' | 'ending' | 'createdAt'>;

/**
 * How a run stands by the server's list alone, which says less than the record: a run that ended well may have finished or wait.
 * `threadStatus`: of its thread, if the run is the newest one.
 */
export function listedRun(
  { runId, status, interruptedBy = 'unknown' }: ListedRun,
  threadStatus: ThreadStatus | null,
): KnownRun {
  if (status === 'pending' || status === 'running' || status === 'unknown')
    return { runId, createdAt: null, status: status === 'pending' ? 'queued' : status, ending: null };
  const endedRun = (ending: RunEnding): KnownRun => ({ runId, createdAt: null, status: 'ended', ending });
  if (status === 'error')
    return endedRun({ kind: 'failed', executionId: null, error: null, isRecursionLimit: false });
  if (status === 'timeout') return endedRun({ kind: 'timed-out' });
  if (status === 'success' && threadStatus === 'idle') return endedRun({ kind: 'finished' });
  if (status === 'interrupted' && interruptedBy === 'cancel')
    return endedRun({ kind: 'cancelled', isKept: null });
  if (status === 'interrupted' && interruptedBy === 'question')
    return endedRun({ kind: 'interrupted', executionIds: [] });
  return endedRun({ kind: 'unknown', why: 'The checkpoints of its thread could not be read.' });
}
