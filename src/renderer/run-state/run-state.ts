import { isActive } from '../../shared/model/runs/is-active.ts';
import type { RunStatus } from '../../shared/model/runs/run.ts';
import {
  emptyEvidence,
  addReport,
  type Evidence,
  type ListedRun,
  type RunStateReport,
  type ReportSource,
} from './evidence.ts';

/**
 * The state of a thread's runs. `queued`: accepted, but not started; `paused`: stopped at a breakpoint,
 * without an interrupt; `reconnecting`: a run was active when its server became unreachable; `none`: no run
 * is known.
 */
export type RunPhase =
  | 'none'
  | 'starting'
  | 'queued'
  | 'running'
  | 'reconnecting'
  | 'interrupted'
  | 'paused'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'timed-out'
  | 'unknown';

/** A phase and its source. */
export interface Verdict {
  readonly phase: RunPhase;
  readonly by: ReportSource | null;
}

/** Used by every pane that shows the state of a thread. */
export interface RunState extends Verdict {
  /** The run of the phase: the active one, otherwise the newest. */
  readonly runId: string | null;
  /** When this phase was first reported, by this machine's clock. */
  readonly since: number | null;
  /** The phase of the run alone: a later edit may have changed that of the thread. */
  readonly run: Verdict;
  /** Responses to earlier requests describe the time before the run ended. */
  readonly endedAt: number;
  /** The newest checkpoint was read after the run ended. */
  readonly headIsCurrent: boolean;
  /** Whether the server responds; `null` if unknown. */
  readonly serverAnswers: boolean | null;
  readonly evidence: Evidence;
}

const nothing: Verdict = { phase: 'none', by: null };

/** A thread without reports. */
export const initialRunState: RunState = {
  ...nothing,
  runId: null,
  since: null,
  run: nothing,
  endedAt: 0,
  headIsCurrent: false,
  serverAnswers: null,
  evidence: emptyEvidence,
};

/** Whether a run is active, or may be. */
export function isRunActive(phase: RunPhase): boolean {
  return phase === 'starting' || phase === 'queued' || phase === 'running' || phase === 'reconnecting';
}

/** How long a thread must stay busy after its run before it is reported, in milliseconds. */
const busyMs = 2500;

/**
 * Whether the server has reported the thread as busy for a while but lists no run that could hold it, as
 * after a restart during a run. Such a thread accepts runs and edits, and the next run resolves it.
 */
export function isBusyWithoutRun({ phase, run, evidence }: RunState): boolean {
  const { thread, busyFrom, runs } = evidence;
  if (phase !== 'running' || isRunActive(run.phase) || thread === null || busyFrom === null) return false;
  return runs?.runs.every(({ status }) => !isActive(status)) === true && thread.askedAt - busyFrom >= busyMs;
}

/**
 * The reducer for run states. Pure. Reports of one source may come in any order, because each has the time of
 * its request.
 */
export function reduceRunState(before: RunState, report: RunStateReport): RunState {
  const evidence = addReport(before.evidence, report);
  if (evidence === before.evidence) return before;
  const runId = currentRun(evidence);
  const wasActive = before.runId === runId && isRunActive(before.phase);
  const run = runId === null ? nothing : verdictOnRun(evidence, runId, wasActive ? before.run : null);
  const endedAt = endOf(before, run, report);
  const verdict = verdictOnThread(evidence, runId, run, endedAt);
  const isSame =
    verdict.phase === before.phase &&
    runId === before.runId &&
    (verdict.phase !== 'unknown' || verdict.by === before.by);
  return {
    ...verdict,
    // Keeps the first source when another one confirms it.
    by: isSame ? before.by : verdict.by,
    since: isSame ? before.since : report.at,
    runId,
    run,
    endedAt,
    headIsCurrent: !isRunActive(verdict.phase) && evidence.head !== null && evidence.head.askedAt >= endedAt,
    serverAnswers: evidence.connection?.reachable ?? null,
    evidence,
  };
}

/** When responses start to describe the time after the run. */
function endOf(before: RunState, run: Verdict, report: RunStateReport): number {
  if (isRunActive(run.phase)) return report.at;
  if (!isRunActive(before.run.phase) && before.run.phase !== 'unknown') return before.endedAt;
  return 'askedAt' in report ? Math.max(before.endedAt, report.askedAt) : report.at;
}

/**
 * The run that was started here until the server lists it; otherwise the active one, the next one, or the
 * last.
 */
function currentRun({ started, listedBefore, runs, streams }: Evidence): string | null {
  const listed = runs?.runs ?? [];
  if (started && listed.every(({ runId }) => runId !== started.runId)) {
    const stream = streams.get(started.runId);
    const isRead = stream !== undefined && stream.outcome === null;
    if (isRead || runs === null || runs.askedAt <= started.at) return started.runId;
    // It ended while the list was being fetched.
    if (stream && runs.askedAt <= stream.at) return started.runId;
  }
  const active = listed.filter(
    ({ runId, status }) => isActive(status) && (streams.get(runId)?.outcome ?? null) === null,
  );
  // Servers list delayed runs by their start time, before runs that started meanwhile.
  const newest = listed.find(({ runId }) => !listedBefore.has(runId)) ?? listed[0];
  const current = active.find(({ status }) => status === 'running') ?? active.at(-1) ?? newest ?? null;
  return current?.runId ?? null;
}

/** The state of a run. `underWay`: the earlier verdict, if the run was active. */
function verdictOnRun(evidence: Evidence, runId: string, activeVerdict: Verdict | null): Verdict {
  const { runs, streams, connection, head } = evidence;
  const stream = streams.get(runId);
  const listed = runs?.runs.find((one) => one.runId === runId);
  if (stream?.outcome && stream.outcome !== 'lost') {
    // Not every stream mode has interrupts, and an edit inside a subgraph discards them afterwards.
    const isHeadNewer = head !== null && head.askedAt >= stream.at;
    return byOutcome(
      stream.outcome,
      isHeadNewer && head.interrupts !== null ? head.interrupts > 0 : stream.hasInterrupt,
    );
  }
  const isListedEnded = listed !== undefined && !isActive(listed.status) && listed.status !== 'unknown';
  // A stream in use reports the end itself, after all events; it is overruled only if it is stuck.
  const isRead = stream?.link === 'connecting' || stream?.link === 'live';
  if (isListedEnded && !(activeVerdict && isRead)) return byRecord(evidence, listed, activeVerdict);
  if (stream?.outcome === 'lost') {
    const isNewer = runs !== null && runs.askedAt >= stream.at;
    return isNewer && listed ? byStatus(listed.status) : { phase: 'unknown', by: 'stream' };
  }
  if (stream?.link === 'reconnecting') return { phase: 'reconnecting', by: 'stream' };
  if (connection?.reachable === false && (stream === undefined || stream.at <= connection.at)) {
    return { phase: 'reconnecting', by: 'connection' };
  }
  if (stream?.hasEvents === true && (stream.link === 'live' || stream.link === 'silent')) {
    return { phase: 'running', by: 'stream' };
  }
  if (listed && !isListedEnded) return byStatus(listed.status);
  return activeVerdict && activeVerdict.phase !== 'reconnecting'
    ? activeVerdict
    : { phase: 'queued', by: 'window' };
}

function byOutcome(
  outcome: 'finished' | 'interrupted' | 'failed' | 'cancelled',
  isInterrupted: boolean,
): Verdict {
  const by = 'stream';
  if (outcome === 'finished') return { phase: 'succeeded', by };
  if (outcome === 'interrupted') return { phase: isInterrupted ? 'interrupted' : 'paused', by };
  return { phase: outcome, by };
}

function byStatus(status: RunStatus): Verdict {
  if (status === 'pending') return { phase: 'queued', by: 'run' };
  return { phase: status === 'running' ? 'running' : 'unknown', by: 'run' };
}

/**
 * The verdict from the record of an ended run. Servers report an interrupted run as a success, and a
 * cancelled one as interrupted.
 */
function byRecord(evidence: Evidence, { status }: ListedRun, activeVerdict: Verdict | null): Verdict {
  const { runs, thread, head } = evidence;
  const by = 'run';
  if (status === 'error') return { phase: 'failed', by };
  if (status === 'timeout') return { phase: 'timed-out', by };
  const since = activeVerdict ? (runs?.askedAt ?? 0) : 0;
  const waits = thread !== null && thread.askedAt >= since && thread.status === 'interrupted';
  const isHeadKnown = head !== null && head.askedAt >= since;
  if (status === 'interrupted') {
    return waits && isHeadKnown && head.interrupts !== 0
      ? { phase: 'interrupted', by: 'checkpoint' }
      : { phase: 'cancelled', by };
  }
  if (isHeadKnown) {
    if (head.interrupts === null && waits) return { phase: 'interrupted', by: 'thread' };
    if (head.interrupts !== null && head.interrupts > 0) return { phase: 'interrupted', by: 'checkpoint' };
    return head.next > 0 && waits ? { phase: 'paused', by: 'checkpoint' } : { phase: 'succeeded', by };
  }
  if (waits) return { phase: 'interrupted', by: 'thread' };
  if (thread !== null && thread.askedAt >= since && thread.status === 'idle')
    return { phase: 'succeeded', by };
  // Whether it has interrupts is not known yet, so the verdict stays.
  return activeVerdict ?? { phase: 'unknown', by };
}

/** The state of the run, unless something happened after it. */
function verdictOnThread(evidence: Evidence, runId: string | null, run: Verdict, endedAt: number): Verdict {
  const { starting, thread, busyFrom, head, runs } = evidence;
  if (starting) return { phase: 'starting', by: 'window' };
  if (runId === null) return withoutRun(evidence);
  if (isRunActive(run.phase)) return run;
  const isStuck =
    thread?.status === 'busy' &&
    thread.askedAt - Math.max(busyFrom ?? 0, endedAt) >= busyMs &&
    runs !== null &&
    runs.askedAt >= endedAt;
  if (isStuck) return { phase: 'running', by: 'thread' };
  const isEdited = head !== null && (head.source === 'update' || head.source === 'fork');
  if (isEdited && head.askedAt >= endedAt) return byHead(evidence) ?? run;
  return run;
}

function byHead({ head }: Evidence): Verdict | null {
  if (head === null || head.checkpointId === null) return null;
  const by = 'checkpoint';
  if (head.interrupts !== null && head.interrupts > 0) return { phase: 'interrupted', by };
  if (head.next > 0 && head.source !== 'input') return { phase: 'paused', by };
  return { phase: 'none', by };
}

/** A thread whose runs are unknown or deleted, or a copy. */
function withoutRun(evidence: Evidence): Verdict {
  const { thread } = evidence;
  const by = 'thread';
  if (thread?.status === 'busy') return { phase: 'running', by };
  const head = byHead(evidence);
  if (head && head.phase !== 'none') return head;
  if (thread?.status === 'interrupted') return { phase: 'interrupted', by };
  if (thread?.status === 'error') return { phase: 'failed', by };
  if (thread?.status === 'unknown') return { phase: 'unknown', by };
  return thread ? { phase: 'none', by } : (head ?? nothing);
}
