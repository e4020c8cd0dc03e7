import { pause } from '../../common/abortable.ts';
import type { RunLog } from '../../runs/log/run-log.ts';
import type { RunRef } from '../../runs/log/run-log-cache.ts';
import type { HeldLog } from '../../runs/log/run-tokens.ts';
import type { RunEvidence } from './evidence.ts';
import type { RunEvents } from '../../../shared/run-events/run-events.ts';
import type { ActiveRun } from '../../runs/started-runs.ts';
import { createRunLogEvents, type RunLogEvents } from './run-events.ts';

export interface RecordedThread {
  readonly connectionId: string;
  readonly threadId: string;
}

/** The events of runs that this host has: live, archived, or of a recording. */
export interface RunLogs {
  /** Keeps a log until it is released; `null` if there is none. Asks no server. */
  held(runRef: RunRef): Promise<HeldLog | null>;
}

/** The same, with the runs that are followed at this moment. */
export interface LiveRunLogs extends RunLogs {
  /** The runs of a thread whose events are coming in; the server may not list them yet. */
  active(thread: RecordedThread): readonly ActiveRun[];
}

export interface RecordEvents {
  // Reads the events of these runs, if there are any. `readAt`: when the server was asked for them, by `performance.now()`;
  // `isWhole`: it lists all of its runs.
  follow(runs: readonly RunEvidence[], listing: { readonly readAt: number; readonly isWhole: boolean }): void;
  // Looks for the events of active runs, and again for those of runs that had none: a window may follow one by now.
  lookAgain(runs: readonly RunEvidence[]): void;
  // Oldest run first. The same objects until something changes.
  all(): readonly RunEvents[];
  // Runs of which the studio has not decided yet whether they go on, or whose continuation is not among all events yet.
  undecidedRuns(): ReadonlySet<string>;
  stop(): void;
}

export interface RecordEventsOptions {
  readonly signal: AbortSignal;
  readonly serverNow: () => number | null;
  readonly onChange: () => void;
}

const maxRuns = 50;

const noRuns: ReadonlySet<string> = new Set();

// How long events are collected, in milliseconds: one frame of a screen.
const batchMs = 16;

// Resolves after `ms`, and at once when the log ends, so that the record has the end of a run when its readers do.
async function pauseOrEnd(log: RunLog, ms: number, signal: AbortSignal): Promise<void> {
  const stopper = new AbortController();
  const stop = (): void => stopper.abort();
  pause(ms, signal).then(stop, stop);
  while (log.end === null && !stopper.signal.aborted) await log.changed(stopper.signal);
}

interface FollowedRun {
  // When the server created it; as it seems here until the server reports it.
  createdAt: number | null;
  // `null` until it is found.
  log: RunLog | null;
  events: RunLogEvents | null;
  // When its last event was read, by `performance.now()`; `null` before.
  endedAt: number | null;
  // Its events came in while the thread was read, and not from an archive.
  readonly isLive: boolean;
  readonly mayContinue: boolean;
  isReading: boolean;
}

export function createRecordEvents(
  thread: RecordedThread,
  logs: LiveRunLogs | undefined,
  { signal, serverNow, onChange }: RecordEventsOptions,
): RecordEvents {
  const followed = new Map<string, FollowedRun>();
  const withoutEvents = new Set<string>();
  let latest: readonly RunEvents[] = [];
  // The last list of runs: when the server was asked for it, and what it has.
  let listed: { readonly readAt: number; readonly runIds: ReadonlySet<string> } = {
    readAt: -Infinity,
    runIds: noRuns,
  };
  // Logs of ended runs are read one after another.
  let reading = Promise.resolve();

  const collect = (): void => {
    latest = [...followed.values()]
      .toSorted((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0))
      .flatMap(({ events, createdAt }) => events?.get(createdAt) ?? []);
  };
  const read = async (
    run: FollowedRun,
    { log, joinedLate, release }: HeldLog,
    { runId, origin }: ActiveRun,
  ): Promise<void> => {
    run.isReading = true;
    try {
      const events = createRunLogEvents(log, { runId, joinedLate, origin });
      if (run.createdAt === null && log.elapsedMs !== null && log.end === null)
        run.createdAt = (serverNow() ?? Date.now()) - log.elapsedMs - (log.firstFrameMs ?? 0);
      // What is awaited here does not reject when nobody reads any more.
      while (!signal.aborted) {
        const isEnded = log.end !== null;
        if (log.end?.continuedBy !== undefined) followActive();
        await events.update(signal);
        run.events = events;
        const startedAt = performance.now();
        if (isEnded) run.endedAt = startedAt;
        collect();
        onChange();
        const tookMs = performance.now() - startedAt;
        if (isEnded) return;
        // One that ended meanwhile does not change any more.
        if (log.end === null) await log.changed(signal);
        // A large record takes long to change: most of the time is left for others.
        await pauseOrEnd(log, Math.max(batchMs, 3 * tookMs), signal);
      }
    } finally {
      run.isReading = false;
      release();
    }
  };
  const open = async (active: ActiveRun, run: FollowedRun, isActive: boolean): Promise<void> => {
    const { runId } = active;
    const heldLog = (await logs?.held({ ...thread, runId })) ?? null;
    if (heldLog === null) {
      followed.delete(runId);
      // A window may begin to follow an active one at any time.
      if (!isActive) withoutEvents.add(runId);
      return;
    }
    if (signal.aborted) return heldLog.release();
    run.log = heldLog.log;
    if (heldLog.log.end === null) return read(run, heldLog, active);
    reading = reading.then(() => read(run, heldLog, active)).catch(() => undefined);
  };
  const startRun = (active: ActiveRun, createdAt: number | null, isActive: boolean): void => {
    const run: FollowedRun = {
      createdAt,
      log: null,
      events: null,
      endedAt: null,
      isLive: isActive,
      mayContinue: active.mayContinue,
      isReading: false,
    };
    followed.set(active.runId, run);
    // A log that was removed meanwhile reports nothing.
    open(active, run, isActive).catch(() => undefined);
  };
  const followActive = (): void => {
    for (const active of logs?.active(thread) ?? [])
      if (!followed.has(active.runId)) startRun(active, null, true);
  };
  const followListed = (runs: readonly RunEvidence[]): void => {
    const newest = runs.toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0)).slice(0, maxRuns);
    for (const { runId, createdAt, status } of newest) {
      if (followed.has(runId) || withoutEvents.has(runId)) continue;
      startRun(
        { runId, origin: null, mayContinue: false },
        createdAt,
        status === 'running' || status === 'pending',
      );
    }
  };

  return {
    follow(runs, { readAt, isWhole }) {
      if (logs === undefined) return;
      followActive();
      const evidenceById = new Map(runs.map((run) => [run.runId, run]));
      listed = { readAt, runIds: new Set(evidenceById.keys()) };
      for (const [runId, run] of followed) {
        const evidence = evidenceById.get(runId);
        run.createdAt = evidence?.createdAt ?? run.createdAt;
        // A run that its server does not list any more was rolled back or deleted, with its checkpoints.
        if (evidence === undefined && isWhole && run.endedAt !== null && run.endedAt < readAt)
          followed.delete(runId);
      }
      followListed(runs);
      collect();
    },
    lookAgain(runs) {
      if (logs === undefined) return;
      withoutEvents.clear();
      followActive();
      followListed(runs);
    },
    all: () => latest,
    undecidedRuns() {
      const active = new Map((logs?.active(thread) ?? []).map((run) => [run.runId, run]));
      // A short continuation may have ended, so that it is no longer active, before the server was asked for its runs again.
      const isToCome = (runId: string, endedAt: number | null): boolean =>
        active.has(runId) || (!listed.runIds.has(runId) && endedAt !== null && endedAt > listed.readAt);
      // By its log, which has the end of a run before its events are read.
      const isUndecided = ([runId, run]: readonly [string, FollowedRun]): boolean => {
        const end = run.log?.end ?? null;
        // Of a run that is no longer active, the end is about to be written.
        if (end === null) return active.get(runId)?.mayContinue ?? (run.mayContinue && run.isReading);
        const { continuedBy } = end;
        if (continuedBy === undefined) return false;
        if (run.isLive && run.isReading) return true;
        const hasEvents = (followed.get(continuedBy)?.events ?? null) !== null;
        return !hasEvents && isToCome(continuedBy, run.isLive ? run.endedAt : null);
      };
      return new Set([...followed].filter(isUndecided).map(([runId]) => runId));
    },
    stop() {
      // Reading ends with its signal.
      followed.clear();
    },
  };
}
