import type { RunOutcome } from '../../shared/model/run.ts';
import type { ThreadStatus } from '../../shared/model/thread.ts';
import type { ThreadSummary } from '../../shared/thread-record/thread-summary.ts';
import { listedRun, type KnownRun, type ListedRun } from './listed-run.ts';

/* Reports about a thread's runs, by source. Times are milliseconds of this machine's clock. `askedAt` is
   when a request was sent: its response describes that time or later, however long it took. */

export interface StartingReport {
  readonly by: 'window';
  readonly kind: 'starting';
  readonly continues: boolean;
  readonly at: number;
}

// The start failed, its outcome is unknown, or it was not sent because the user is asked first.
export interface StartFailedReport {
  readonly by: 'window';
  readonly kind: 'refused';
  readonly at: number;
}

export interface StartedReport {
  readonly by: 'window';
  readonly kind: 'started';
  readonly runId: string;
  readonly at: number;
}

// The state of a run's stream. `left`: nobody here reads it any more.
export interface StreamReport {
  readonly by: 'stream';
  readonly runId: string;
  readonly connectionState:
    | 'connecting'
    | 'live'
    | 'silent'
    | 'reconnecting'
    | 'ended'
    | 'left'
    | 'unreadable';
  readonly outcome: RunOutcome | null;
  readonly hasEvents: boolean;
  // An event had an interrupt. A run that stops without one is at a breakpoint.
  readonly hasInterrupt: boolean;
  readonly at: number;
}

// What the thread's record reports; `null` where it can't be read, or no more.
export interface RecordReport {
  readonly by: 'record';
  readonly summary: ThreadSummary | null;
  readonly at: number;
}

// The server's list of the thread's runs, newest first, which counts only where the record can't be read.
export interface RunsReport {
  readonly by: 'run';
  readonly runs: readonly ListedRun[];
  readonly at: number;
}

export interface ThreadReport {
  readonly by: 'thread';
  readonly status: ThreadStatus;
  readonly askedAt: number;
  readonly at: number;
}

export interface HeadReport {
  readonly by: 'checkpoint';
  readonly askedAt: number;
  readonly at: number;
}

export interface ConnectionReport {
  readonly by: 'connection';
  readonly reachable: boolean;
  readonly at: number;
}

export type RunStateReport =
  | StartingReport
  | StartFailedReport
  | StartedReport
  | StreamReport
  | RecordReport
  | RunsReport
  | ThreadReport
  | HeadReport
  | ConnectionReport;

export interface RunReports {
  readonly starting: StartingReport | null;
  readonly started: StartedReport | null;
  // Whether the record has had the run that was started here.
  readonly isStartedListed: boolean;
  // Runs that were known when the pending one started: none of them is newer, whatever their position.
  readonly listedBefore: ReadonlySet<string>;
  // By run, most recent report last.
  readonly streams: ReadonlyMap<string, StreamReport>;
  readonly summary: ThreadSummary | null;
  readonly isUnreadable: boolean;
  readonly runs: RunsReport | null;
  readonly thread: ThreadReport | null;
  // When the first of consecutive `busy` responses was requested.
  readonly busyFrom: number | null;
  readonly head: HeadReport | null;
  readonly connection: ConnectionReport | null;
}

export const noReports: RunReports = {
  starting: null,
  started: null,
  isStartedListed: false,
  listedBefore: new Set(),
  streams: new Map(),
  summary: null,
  isUnreadable: false,
  runs: null,
  thread: null,
  busyFrom: null,
  head: null,
  connection: null,
};

// Number of streams to remember: the current one, and earlier ones.
const maxStreams = 8;

// Adds a report. A response to an older request than the last one is ignored and returns the same object.
export function addReport(reports: RunReports, report: RunStateReport): RunReports {
  switch (report.by) {
    case 'window':
      if (report.kind === 'starting') return { ...reports, starting: report };
      if (report.kind === 'refused') return { ...reports, starting: null };
      return withStart(reports, report);
    case 'stream':
      return { ...reports, streams: withStream(reports.streams, report) };
    case 'record':
      return withRecord(reports, report);
    case 'run':
      return {
        ...reports,
        runs: report,
        isStartedListed: reports.isStartedListed || isStartedIn(reports, report),
      };
    case 'thread': {
      if (isOlder(report, reports.thread)) return reports;
      const busyFrom = report.status === 'busy' ? (reports.busyFrom ?? report.askedAt) : null;
      return { ...reports, thread: report, busyFrom };
    }
    case 'checkpoint':
      return isOlder(report, reports.head) ? reports : { ...reports, head: report };
    case 'connection':
      return { ...reports, connection: report };
  }
}

function withStart(reports: RunReports, report: StartedReport): RunReports {
  const knownIds = knownRuns(reports).map(({ runId }) => runId);
  const listedBefore = new Set(knownIds.filter((runId) => runId !== report.runId));
  const isStartedListed = knownIds.includes(report.runId);
  return { ...reports, starting: null, started: report, isStartedListed, listedBefore };
}

function isStartedIn({ isUnreadable, summary, started }: RunReports, { runs }: RunsReport): boolean {
  return isUnreadable && summary === null && runs.some(({ runId }) => runId === started?.runId);
}

function withRecord(reports: RunReports, { summary }: RecordReport): RunReports {
  // What was read once stays, as the server may be away for a while.
  if (summary === null) return { ...reports, isUnreadable: true };
  const { started } = reports;
  const isStartedListed =
    reports.isStartedListed || summary.runs.some(({ runId }) => runId === started?.runId);
  return { ...reports, summary, isUnreadable: false, isStartedListed };
}

export function knownRuns({ summary, isUnreadable, runs, thread }: RunReports): readonly KnownRun[] {
  if (summary !== null) return summary.runs;
  return isUnreadable ? (runs?.runs ?? []).map((run) => listedRun(run, thread?.status ?? null)) : [];
}

// Whether the record reports a run that is active, and will report its end: panes which show the record show the same then.
export function isInRecord({ summary, isUnreadable }: RunReports, runId: string): boolean {
  if (summary === null || isUnreadable) return false;
  return summary.runs.some((run) => run.runId === runId && run.status !== 'ended');
}

function isOlder(report: { readonly askedAt: number }, latest: { readonly askedAt: number } | null): boolean {
  return latest !== null && report.askedAt < latest.askedAt;
}

function withStream(streams: RunReports['streams'], report: StreamReport): RunReports['streams'] {
  const streamReport = streams.get(report.runId);
  const all = new Map(streams);
  all.delete(report.runId);
  // The last report about an active run is worthless once nobody reads its stream; an outcome stays valid.
  if (report.connectionState === 'left') {
    if (streamReport?.outcome) all.set(report.runId, streamReport);
    return all;
  }
  // An ended run does not restart; its stream is only being read again.
  all.set(report.runId, streamReport?.outcome && report.outcome === null ? streamReport : report);
  const [oldest] = all.keys();
  if (all.size > maxStreams && oldest !== undefined) all.delete(oldest);
  return all;
}
