import type { RunLogSummary } from '../run-mapper.ts';
import type { LogArchive } from './log-archive.ts';
import type { RunRef } from './run-log-cache.ts';
import type { RunLog } from './run-log.ts';

/** A log that is kept open until it is released. */
export interface OpenLog {
  readonly log: RunLog;
  readonly joinedLate: boolean;
  readonly tokens: number | null;
  readonly release: () => void;
}

export interface RecordedLogs {
  has(connectionId: string): boolean;
  summary(runRef: RunRef): RunLogSummary | null;
  open(runRef: RunRef): Promise<RunLog | null>;
}

// An archive that has the logs of recordings, too, and stores none of them again.
export function withRecordedLogs(archive: LogArchive, recorded: RecordedLogs | undefined): LogArchive {
  if (!recorded) return archive;
  return {
    ...archive,
    summary: (runRef) =>
      recorded.has(runRef.connectionId) ? recorded.summary(runRef) : archive.summary(runRef),
    open: (runRef) => (recorded.has(runRef.connectionId) ? recorded.open(runRef) : archive.open(runRef)),
    save: (runRef, log, facts) =>
      recorded.has(runRef.connectionId) ? Promise.resolve() : archive.save(runRef, log, facts),
  };
}
