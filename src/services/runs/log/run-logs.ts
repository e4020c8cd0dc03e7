import type { Platform } from '../../common/platform.ts';
import { createBugReporter } from '../../logging/host-log.ts';
import type { RunLogSummary, RunLogSummaryLookup } from '../run-mapper.ts';
import { createLogArchive } from './log-archive.ts';
import { withRecordedLogs, type OpenLog, type RecordedLogs } from './recorded-logs.ts';
import { createRunLogCache, type RunRef } from './run-log-cache.ts';
import { createRunLogSummaries } from './run-log-summary.ts';
import type { RunLog } from './run-log.ts';

export type RunLogs = ReturnType<typeof createRunLogs>;

/** The logs of runs that are read, those of earlier starts and those of recordings, with their summaries. */
export function createRunLogs(platform: Pick<Platform, 'dataFolder' | 'log'>, recorded?: RecordedLogs) {
  const onBug = createBugReporter(platform.log);
  const cache = createRunLogCache(platform);
  const archive = withRecordedLogs(createLogArchive(platform), recorded);
  const summaries = createRunLogSummaries();

  const summaryOf = (runRef: RunRef): RunLogSummary | null => {
    const log = cache.get(runRef);
    // For an active run the next read of the list counts the rest.
    if (log?.end === null)
      summaries.countTokens(log).catch((error: unknown) => onBug('counting the tokens of a run', error));
    return log ? summaries.get(log) : archive.summary(runRef);
  };
  const openArchived = async (runRef: RunRef): Promise<OpenLog | null> => {
    const log = await archive.open(runRef);
    if (log === null) return null;
    const { joinedLate = false, tokens = null } = archive.summary(runRef) ?? {};
    const release = (): void => {
      log.remove().catch((error: unknown) => onBug('closing the log of a run', error));
    };
    return { log, joinedLate, tokens, release };
  };
  // A cached log, kept until it is released.
  const retain = (log: RunLog): OpenLog => {
    const { joinedLate, tokens } = summaries.get(log);
    return { log, joinedLate, tokens, release: cache.retain(log) };
  };

  return {
    cache,
    summaries,
    retain,
    // Reads which logs of earlier starts there are. Never rejects.
    refresh: () => archive.refresh(),
    // What is known of the runs of a thread by their logs.
    summariesOf:
      (connectionId: string, threadId: string): RunLogSummaryLookup =>
      (runId) =>
        summaryOf({ connectionId, threadId, runId }),
    // A stored log, kept until it is released, without asking the run's server.
    async openStored(runRef: RunRef): Promise<OpenLog | null> {
      const log = cache.get(runRef);
      return log ? retain(log) : openArchived(runRef);
    },
    // Moves the log of an earlier start into the cache; `null` if there is none.
    async restore(runRef: RunRef): Promise<RunLog | null> {
      const log = await archive.open(runRef);
      if (log === null) return null;
      cache.put(runRef, log);
      const { joinedLate = false, tokens = null } = archive.summary(runRef) ?? {};
      summaries.start(log, joinedLate, tokens);
      return log;
    },
    async save(runRef: RunRef, log: RunLog): Promise<void> {
      const release = cache.retain(log);
      try {
        if (log.end?.outcome !== 'lost') await archive.save(runRef, log, summaries.get(log));
      } finally {
        release();
      }
    },
    async dropWhere(isMeant: (runRef: RunRef) => boolean): Promise<void> {
      cache.dropWhere(isMeant);
      await archive.dropWhere(isMeant);
    },
  };
}
