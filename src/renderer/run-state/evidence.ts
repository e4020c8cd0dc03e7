import type { RunOutcome, RunStatus } from '../../shared/model/runs/run.ts';
import type { CheckpointSource, ThreadStatus } from '../../shared/model/threads/thread.ts';

/*
 * What is known of a thread's runs, by who said it. Times are milliseconds of this machine's clock. `askedAt` of an answer
 * is when its request left: an answer tells how things stood then, or later, however long it was on its way.
 */

/** This window asked for a run. */
export interface StartingReport {
  readonly by: 'window';
  readonly kind: 'starting';
  /** The run goes on from where the thread stopped. */
  readonly continues: boolean;
  readonly at: number;
}

/** The run that was asked for did not begin, or nobody knows. */
export interface StartFailedReport {
  readonly by: 'window';
  readonly kind: 'refused';
  readonly at: number;
}

/** The server took a run that was started here. */
export interface StartedReport {
  readonly by: 'window';
  readonly kind: 'started';
  readonly runId: string;
  readonly at: number;
}

/** How the stream of a run stands. `left`: nobody here reads it any more. */
export interface StreamReport {
  readonly by: 'stream';
  readonly runId: string;
  readonly link: 'connecting' | 'live' | 'silent' | 'reconnecting' | 'ended' | 'left' | 'unreadable';
  readonly outcome: RunOutcome | null;
  /** An event came. */
  readonly hasEvents: boolean;
  /** An event asked a person something. A run that stops without one is at a breakpoint. */
  readonly hasInterrupt: boolean;
  readonly at: number;
}

export interface ListedRun {
  readonly runId: string;
  readonly status: RunStatus;
}

/** The server's list of the thread's runs, newest first. */
export interface RunsReport {
  readonly by: 'run';
  readonly runs: readonly ListedRun[];
  readonly askedAt: number;
  readonly at: number;
}

/** The thread's record. */
export interface ThreadReport {
  readonly by: 'thread';
  readonly status: ThreadStatus;
  readonly askedAt: number;
  readonly at: number;
}

/** The thread's newest checkpoint. */
export interface HeadReport {
  readonly by: 'checkpoint';
  /** `null` for a thread that has none. */
  readonly checkpointId: string | null;
  readonly source: CheckpointSource;
  readonly next: number;
  readonly interrupts: number;
  readonly askedAt: number;
  readonly at: number;
}

/** Whether the server answers. */
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
  | RunsReport
  | ThreadReport
  | HeadReport
  | ConnectionReport;

/** Who a statement is by. */
export type ReportSource = RunStateReport['by'];

/** The last word of each witness. */
export interface Evidence {
  /** A start that was not answered yet. */
  readonly starting: StartingReport | null;
  readonly started: StartedReport | null;
  /** Runs that were listed when that one began: whatever their place in the list, none of them is newer. */
  readonly listedBefore: ReadonlySet<string>;
  /** By run; the one that spoke last comes last. */
  readonly streams: ReadonlyMap<string, StreamReport>;
  readonly runs: RunsReport | null;
  readonly thread: ThreadReport | null;
  /** When the first of the `busy` answers in a row was asked for. */
  readonly busyFrom: number | null;
  readonly head: HeadReport | null;
  readonly connection: ConnectionReport | null;
}

export const emptyEvidence: Evidence = {
  starting: null,
  started: null,
  listedBefore: new Set(),
  streams: new Map(),
  runs: null,
  thread: null,
  busyFrom: null,
  head: null,
  connection: null,
};

/** As many streams are remembered: the one that is shown, and those that were shown before it. */
const mostStreams = 8;

/** Takes a statement in. An answer to an older question than the last one is passed over: the same object then. */
export function addReport(evidence: Evidence, said: RunStateReport): Evidence {
  switch (said.by) {
    case 'window':
      if (said.kind === 'starting') return { ...evidence, starting: said };
      if (said.kind === 'refused') return { ...evidence, starting: null };
      return { ...evidence, starting: null, started: said, listedBefore: idsOf(evidence.runs, said) };
    case 'stream':
      return { ...evidence, streams: withStream(evidence.streams, said) };
    case 'run':
      return isOlder(said, evidence.runs) ? evidence : { ...evidence, runs: said };
    case 'thread': {
      if (isOlder(said, evidence.thread)) return evidence;
      const busyFrom = said.status === 'busy' ? (evidence.busyFrom ?? said.askedAt) : null;
      return { ...evidence, thread: said, busyFrom };
    }
    case 'checkpoint':
      return isOlder(said, evidence.head) ? evidence : { ...evidence, head: said };
    case 'connection':
      return { ...evidence, connection: said };
  }
}

function idsOf(runs: RunsReport | null, { runId }: StartedReport): ReadonlySet<string> {
  return new Set(runs?.runs.flatMap((run) => (run.runId === runId ? [] : run.runId)));
}

function isOlder(said: { readonly askedAt: number }, known: { readonly askedAt: number } | null): boolean {
  return known !== null && said.askedAt < known.askedAt;
}

function withStream(streams: Evidence['streams'], said: StreamReport): Evidence['streams'] {
  const known = streams.get(said.runId);
  const all = new Map(streams);
  all.delete(said.runId);
  // What a stream said last of a run that goes on is worth nothing once nobody reads it; how a run ended stays true.
  if (said.link === 'left') {
    if (known?.outcome) all.set(said.runId, known);
    return all;
  }
  // A run that ended does not begin again: its stream is only being read once more.
  all.set(said.runId, known?.outcome && said.outcome === null ? known : said);
  const [oldest] = all.keys();
  if (all.size > mostStreams && oldest !== undefined) all.delete(oldest);
  return all;
}
