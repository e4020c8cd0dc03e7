import type { RunEnding } from '../../shared/model/thread-record.ts';
import { isEditedAfter, type ThreadSummary } from '../../shared/thread-record/thread-summary.ts';
import {
  noReports,
  addReport,
  isInRecord,
  knownRuns,
  type RunReports,
  type RunStateReport,
} from './run-reports.ts';

/**
 * The state of a thread's runs. `queued`: accepted, but not started; `reconnecting`: a run was active when its server became
 * unreachable; `none`: no run is known; `reading`: the thread's record has not come yet. The others are how a run ended.
 */
export type RunPhase =
  | 'none'
  | 'starting'
  | 'queued'
  | 'running'
  | 'reconnecting'
  | 'reading'
  | RunEnding['kind'];

export type PhaseSource = Exclude<RunStateReport['by'], 'run' | 'checkpoint'>;

export interface SourcedPhase {
  readonly phase: RunPhase;
  readonly by: PhaseSource | null;
}

/** Used by every pane that shows the state of a thread. */
export interface RunState extends SourcedPhase {
  /** The run of the phase: the active one, otherwise the newest. */
  readonly runId: string | null;
  /** When this phase was first reported, by this machine's clock. */
  readonly since: number | null;
  /** The phase of the run alone: a later edit may have changed that of the thread. */
  readonly run: SourcedPhase;
  /** How the run ended, by the record; `null` while it is active and until the record has its end. */
  readonly ending: RunEnding | null;
  /** Responses to earlier requests describe the time before the run ended. */
  readonly endedAt: number;
  /** The newest checkpoint was read after the run ended. */
  readonly headIsCurrent: boolean;
  /** Whether the server responds; `null` if unknown. */
  readonly serverAnswers: boolean | null;
  readonly reports: RunReports;
}

export type RunStateDispatch = (report: RunStateReport) => RunState;

const nothing: SourcedPhase = { phase: 'none', by: null };

export const initialRunState: RunState = {
  ...nothing,
  runId: null,
  since: null,
  run: nothing,
  ending: null,
  endedAt: 0,
  headIsCurrent: false,
  serverAnswers: null,
  reports: noReports,
};

/** Whether a run is active, or may be. */
export function isRunActive(phase: RunPhase): boolean {
  return phase === 'starting' || phase === 'queued' || phase === 'running' || phase === 'reconnecting';
}

// How long a thread must stay busy after its run before it is reported, in milliseconds.
const busyMs = 2500;

/**
 * Whether the server has reported the thread as busy for a while but lists no run that could hold it, as
 * after a restart during a run. Such a thread accepts runs and edits, and the next run resolves it.
 */
export function isBusyWithoutRun({ phase, run, reports }: RunState): boolean {
  const { thread, busyFrom, summary, isUnreadable } = reports;
  if (phase !== 'running' || isRunActive(run.phase) || thread === null || busyFrom === null) return false;
  if (summary === null && !isUnreadable) return false;
  const isFree = knownRuns(reports).every(({ status }) => status !== 'running' && status !== 'queued');
  return isFree && thread.askedAt - busyFrom >= busyMs;
}

// The reducer for run states. Pure. Reports of one source may come in any order, because each has the time of
// its request.
export function reduceRunState(before: RunState, report: RunStateReport): RunState {
  const reports = addReport(before.reports, report);
  if (reports === before.reports) return before;
  const runId = currentRun(reports);
  const wasActive = before.runId === runId && isRunActive(before.phase);
  const run = runId === null ? nothing : phaseOfRun(reports, runId, wasActive ? before.run : null);
  const endedAt = endedAtOf(before, runId, run, report);
  const sourcedPhase = phaseOfThread(reports, runId, run, endedAt);
  const isSame =
    sourcedPhase.phase === before.phase &&
    runId === before.runId &&
    (sourcedPhase.phase !== 'unknown' || sourcedPhase.by === before.by);
  return {
    ...sourcedPhase,
    // Keeps the first source when another one confirms it.
    by: isSame ? before.by : sourcedPhase.by,
    since: isSame ? before.since : report.at,
    runId,
    run,
    ending: isRunActive(run.phase) ? null : (endingOf(reports, runId) ?? null),
    endedAt,
    headIsCurrent:
      !isRunActive(sourcedPhase.phase) && reports.head !== null && reports.head.askedAt >= endedAt,
    serverAnswers: reports.connection?.reachable ?? null,
    reports,
  };
}

function endingOf(reports: RunReports, runId: string | null): RunEnding | null | undefined {
  return knownRuns(reports).find((run) => run.runId === runId)?.ending;
}

// The time from which on responses describe the state after the run.
function endedAtOf(
  before: RunState,
  runId: string | null,
  run: SourcedPhase,
  report: RunStateReport,
): number {
  if (isRunActive(run.phase)) return report.at;
  if (!isRunActive(before.run.phase) && before.run.phase !== 'unknown') return before.endedAt;
  if ('askedAt' in report) return Math.max(before.endedAt, report.askedAt);
  // The record has the end of the events a moment after them.
  const stream = runId === null ? undefined : before.reports.streams.get(runId);
  return stream?.outcome ? Math.min(stream.at, report.at) : report.at;
}

// The run that was started here until the record has it; otherwise the active one, the next one, or the last.
function currentRun(reports: RunReports): string | null {
  const { started, isStartedListed, listedBefore, streams } = reports;
  if (started !== null && !isStartedListed) return started.runId;
  const runs = knownRuns(reports);
  const active = runs.filter(
    ({ runId, status }) =>
      (status === 'running' || status === 'queued') &&
      (isInRecord(reports, runId) || (streams.get(runId)?.outcome ?? null) === null),
  );
  // Servers list delayed runs by their start time, before runs that started meanwhile.
  const newest = runs.find(({ runId }) => !listedBefore.has(runId)) ?? runs[0];
  const current = active.find(({ status }) => status === 'running') ?? active.at(-1) ?? newest ?? null;
  return current?.runId ?? null;
}

// The state of a run. `earlierPhase`: what it was before, if the run was active then.
function phaseOfRun(reports: RunReports, runId: string, earlierPhase: SourcedPhase | null): SourcedPhase {
  const { streams, connection } = reports;
  const stream = streams.get(runId);
  const run = knownRuns(reports).find((one) => one.runId === runId);
  // The record can list a run as ended before it has the reason; the stream then gives it.
  const isStreamOpen = stream?.connectionState === 'connecting' || stream?.connectionState === 'live';
  const isEnded = run?.status === 'ended';
  const ending = run?.ending?.kind ?? 'unknown';
  const isEndingKnown = isEnded && ending !== 'unknown';
  if (isEndingKnown) return { phase: ending, by: 'record' };
  // The record follows in a moment, with what the last events say about nodes. A run that has ended does not go on.
  const recordWillFollow = earlierPhase !== null && isInRecord(reports, runId);
  if (stream?.outcome && stream.outcome !== 'lost' && !recordWillFollow)
    return phaseFromOutcome(stream.outcome, stream.hasInterrupt);
  if (isEnded && !(earlierPhase && isStreamOpen)) return { phase: ending, by: 'record' };
  if (stream?.outcome === 'lost') return { phase: 'unknown', by: 'stream' };
  if (stream?.connectionState === 'reconnecting') return { phase: 'reconnecting', by: 'stream' };
  // What a stream brought since proves the opposite; that it brings nothing does not.
  const hasBroughtMore =
    stream !== undefined && stream.connectionState !== 'silent' && stream.at > (connection?.at ?? 0);
  if (connection?.reachable === false && !hasBroughtMore) {
    return { phase: 'reconnecting', by: 'connection' };
  }
  if (
    !isInRecord(reports, runId) &&
    stream?.hasEvents === true &&
    (stream.connectionState === 'live' || stream.connectionState === 'silent')
  ) {
    return { phase: 'running', by: 'stream' };
  }
  if (run && run.status !== 'ended') return { phase: run.status, by: 'record' };
  return earlierPhase && earlierPhase.phase !== 'reconnecting'
    ? earlierPhase
    : { phase: 'queued', by: 'window' };
}

// Of a run that the record does not have, its events report the end. One that stops without a question is at a breakpoint.
function phaseFromOutcome(
  outcome: 'finished' | 'interrupted' | 'failed' | 'cancelled',
  hasInterrupt: boolean,
): SourcedPhase {
  return { phase: outcome === 'interrupted' && !hasInterrupt ? 'paused' : outcome, by: 'stream' };
}

// The state of the run, unless something happened after it.
function phaseOfThread(
  reports: RunReports,
  runId: string | null,
  run: SourcedPhase,
  endedAt: number,
): SourcedPhase {
  const { starting, thread, busyFrom, summary } = reports;
  if (starting) return { phase: 'starting', by: 'window' };
  if (runId === null) return phaseWithoutRun(reports);
  if (isRunActive(run.phase)) return run;
  const isStuck =
    thread?.status === 'busy' &&
    thread.askedAt - Math.max(busyFrom ?? 0, endedAt) >= busyMs &&
    knownRuns(reports).every(({ status }) => status !== 'running' && status !== 'queued');
  if (isStuck) return { phase: 'running', by: 'thread' };
  const recorded = summary?.runs.find((one) => one.runId === runId);
  if (summary === null || recorded?.status !== 'ended') return run;
  return isEditedAfter(summary, recorded) ? phaseFromHead(summary) : run;
}

function phaseFromHead({ head, questions }: ThreadSummary): SourcedPhase {
  const by = 'record';
  if (questions > 0) return { phase: 'interrupted', by };
  return { phase: head?.hasNext === true && head.source !== 'input' ? 'paused' : 'none', by };
}

// A thread whose runs are unknown or deleted, or a copy.
function phaseWithoutRun({ thread, summary, isUnreadable }: RunReports): SourcedPhase {
  const by = 'thread';
  if (thread?.status === 'busy') return { phase: 'running', by };
  if (summary === null && !isUnreadable) return thread === null ? nothing : { phase: 'reading', by: null };
  const head = summary === null ? nothing : phaseFromHead(summary);
  if (head.phase === 'interrupted' || head.phase === 'paused') return head;
  if (thread?.status === 'error') return { phase: 'failed', by };
  // Without its record, nobody knows what it waits for.
  if (thread?.status === 'unknown' || (summary === null && thread?.status === 'interrupted'))
    return { phase: 'unknown', by };
  return thread ? { phase: 'none', by } : head;
}
