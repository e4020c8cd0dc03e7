import type { RecordedRun } from '../../../shared/model/thread-record.ts';
import type { RunEvents } from '../../../shared/run-events/run-events.ts';
import type { RecordedThread, RunLogs } from './record-events.ts';
import { createRunLogEvents } from './run-events.ts';

const maxRuns = 50;

// What the events that this host has of some runs report now, oldest run first. Rejects for `signal` only.
export async function readRunLogs(
  { connectionId, threadId }: RecordedThread,
  logs: RunLogs,
  runs: readonly Pick<RecordedRun, 'runId' | 'createdAt'>[],
  signal: AbortSignal,
): Promise<readonly RunEvents[]> {
  const runEvents: RunEvents[] = [];
  for (const { runId, createdAt } of runs.slice(-maxRuns)) {
    signal.throwIfAborted();
    // Sequential, as a log may be large. One that was removed meanwhile reports nothing.
    const heldLog = await logs.held({ connectionId, threadId, runId }).catch(() => null);
    if (heldLog === null) continue;
    try {
      const events = createRunLogEvents(heldLog.log, { runId, joinedLate: heldLog.joinedLate });
      await events.update(signal);
      runEvents.push(events.get(createdAt));
    } catch {
      signal.throwIfAborted();
    } finally {
      heldLog.release();
    }
  }
  return runEvents;
}
