import type { RunStream } from 'remote-graph-client/client';
import type { RunEnd } from '../../../shared/model/run.ts';
import type { BreakpointSession } from '../breakpoint-session.ts';
import type { RunRef } from './run-log-cache.ts';
import type { RunLog } from './run-log.ts';
import type { RunLogs } from './run-logs.ts';
import type { ActiveStreams } from './active-streams.ts';
import type { RequestedBreakpoints } from './missed-breakpoints.ts';
import { recordStream } from './record-stream.ts';
import type { ServerTimes } from './server-times.ts';

// What is known of a run when the reading of its stream begins.
// - `late`: The run was active already; `null`: its first event will tell.
// - `ageMs`: Its age now by its server's clock, `null` while unknown; omitted if it has just started.
// - `breakpoints`: To report those at which it did not stop.
// - `session`: Continues the run where none of its breakpoints holds.
// - `serverTimes`: Of a run that was joined.
interface RecordedFrom {
  readonly late?: boolean | null;
  readonly ageMs?: () => number | null;
  readonly breakpoints?: RequestedBreakpoints | null;
  readonly session?: BreakpointSession | null;
  readonly serverTimes?: ServerTimes | null;
}

// - `onChange`: Called when a run begins and when it ends.
// - `onEnded`: Called when a run was seen to end.
// - `onRead`: Called when the events of a run begin to be read (`end: undefined`), and when they are no longer read.
interface RunRecorderOptions {
  readonly logs: RunLogs;
  readonly streams: ActiveStreams;
  readonly onChange: (runRef: RunRef) => void;
  readonly onEnded: (runRef: RunRef) => void;
  readonly onRead: (runRef: RunRef, end?: RunEnd | null) => void;
  readonly onBug: (where: string, error: unknown) => void;
}

export type RunRecorder = ReturnType<typeof createRunRecorder>;

/** Writes the streams of runs into their logs, and archives those at their ends. */
export function createRunRecorder({ logs, streams, onChange, onEnded, onRead, onBug }: RunRecorderOptions) {
  const recordings = new Map<Promise<void>, RunRef>();
  // `finalLog`: the log that the run has in the end.
  const recordInto = (
    log: RunLog,
    finalLog: Promise<RunLog>,
    stream: RunStream,
    runRef: RunRef,
    from: RecordedFrom,
  ): void => {
    const { late = false, breakpoints = null, session = null, serverTimes = null } = from;
    session?.follow(runRef.runId);
    logs.summaries.start(log, late);
    const leave = streams.add(runRef, stream);
    onRead(runRef);
    onChange(runRef);
    const decideAfterEnd =
      session === null ? undefined : (end: RunEnd) => session.decideAfterEnd(runRef.runId, end);
    const saved = recordStream(stream, log, breakpoints, decideAfterEnd, serverTimes)
      .then(async () => logs.summaries.countTokens(await finalLog))
      .finally(() => {
        leave();
        // A cut stream says nothing about the run.
        if (log.end !== null && log.end.outcome !== 'lost') onEnded(runRef);
        onRead(runRef, log.end);
        onChange(runRef);
      })
      .then(async () => logs.save(runRef, await finalLog))
      .catch((error: unknown) => onBug('keeping the log of a run', error))
      .finally(() => recordings.delete(saved));
    recordings.set(saved, runRef);
  };

  return {
    record(stream: RunStream, runRef: RunRef, from: RecordedFrom = {}): RunLog {
      const log = logs.cache.add(runRef, from.ageMs);
      recordInto(log, Promise.resolve(log), stream, runRef, from);
      return log;
    },
    // Reads a run again whose end was lost. Its log is replaced once the new one has as many events; if that ends with
    // fewer, the old one is kept, with the end that was read. Resolves with the log of the run then.
    recordAgain(stream: RunStream, runRef: RunRef, lostLog: RunLog, from: RecordedFrom): Promise<RunLog> {
      const log = logs.cache.create(from.ageMs);
      const release = logs.cache.retain(lostLog);
      const keepLonger = async (): Promise<RunLog> => {
        while (log.length < lostLog.length && log.end === null)
          await log.changed(new AbortController().signal);
        const isLonger = log.length >= lostLog.length;
        if (isLonger) logs.cache.put(runRef, log);
        else {
          if (log.end !== null && log.end.outcome !== 'lost')
            lostLog.finish({ ...log.end, incomplete: true });
          log.remove().catch((error: unknown) => onBug('removing the log of a run', error));
        }
        release();
        return isLonger ? log : lostLog;
      };
      const finalLog = keepLonger();
      recordInto(log, finalLog, stream, runRef, from);
      return finalLog;
    },
    // Stops reading matching runs and discards their logs.
    async forgetWhere(isMeant: (runRef: RunRef) => boolean): Promise<void> {
      streams.closeWhere(isMeant);
      // Wait for logs that are being archived, so that they are removed too.
      await Promise.all([...recordings].flatMap(([saved, runRef]) => (isMeant(runRef) ? [saved] : [])));
      await logs.dropWhere(isMeant);
    },
    // Stops all reading.
    async stop(): Promise<void> {
      streams.stop();
      // A run that ended meanwhile may just have been continued.
      while (recordings.size > 0) await Promise.all(recordings.keys());
    },
  };
}
