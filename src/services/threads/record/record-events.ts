import { pause } from '../../common/abortable.ts';
import type { RunRef } from '../../runs/log/run-log-cache.ts';
import type { HeldLog } from '../../runs/tokens/run-tokens.ts';
import type { RunEvidence } from './evidence.ts';
import { createRunLogEvents, type RunEvents, type RunLogEvents } from './run-events.ts';

export interface RecordedThread {
  readonly connectionId: string;
  readonly threadId: string;
}

/** The events of runs that this host has: live, archived, or of a recording. */
export interface RunLogs {
  /** Keeps a log until it is released; `null` if there is none. Asks no server. */
  held(runRef: RunRef): Promise<HeldLog | null>;
}

/** What the events of a thread's runs tell, as they come. */
export interface RecordEvents {
  /** Reads the events of these runs, if there are any. */
  follow(runs: readonly RunEvidence[]): void;
  /** Looks again for the events of runs that had none: somebody may have begun to follow one that had ended. */
  lookAgain(runs: readonly RunEvidence[]): void;
  /** Oldest run first. The same objects until something changes. */
  all(): readonly RunEvents[];
  stop(): void;
}

export interface RecordEventsOptions {
  readonly signal: AbortSignal;
  readonly onChange: () => void;
}

/** Runs whose events are read, newest first. */
const maxRuns = 50;

/** How long events are collected, in milliseconds: one frame of a screen. */
const batchMs = 16;

interface FollowedRun {
  readonly createdAt: number | null;
  events: RunLogEvents | null;
}

export function createRecordEvents(
  { connectionId, threadId }: RecordedThread,
  logs: RunLogs | undefined,
  { signal, onChange }: RecordEventsOptions,
): RecordEvents {
  const followed = new Map<string, FollowedRun>();
  /** Ended runs of which this host has no events. */
  const withoutEvents = new Set<string>();
  let latest: readonly RunEvents[] = [];
  /** Logs of ended runs are read one after another. */
  let reading = Promise.resolve();

  const collect = (): void => {
    latest = [...followed.values()]
      .toSorted((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0))
      .flatMap(({ events, createdAt }) => events?.get(createdAt) ?? []);
    onChange();
  };
  const read = async (
    run: FollowedRun,
    { log, joinedLate, release }: HeldLog,
    runId: string,
  ): Promise<void> => {
    try {
      const events = createRunLogEvents(log, { runId, joinedLate });
      // What is awaited here does not reject when nobody reads any more.
      while (!signal.aborted) {
        const isEnded = log.end !== null;
        await events.update(signal);
        run.events = events;
        const startedAt = performance.now();
        collect();
        const tookMs = performance.now() - startedAt;
        if (isEnded) return;
        await log.changed(signal);
        // A large record takes long to change: most of the time is left for others.
        await pause(Math.max(batchMs, 3 * tookMs), signal);
      }
    } finally {
      release();
    }
  };
  const open = async (runId: string, run: FollowedRun, isActive: boolean): Promise<void> => {
    const held = (await logs?.held({ connectionId, threadId, runId })) ?? null;
    if (held === null) {
      followed.delete(runId);
      // A window may begin to follow an active one at any time.
      if (!isActive) withoutEvents.add(runId);
      return;
    }
    if (signal.aborted) return held.release();
    if (held.log.end === null) return read(run, held, runId);
    reading = reading.then(() => read(run, held, runId)).catch(() => undefined);
  };

  const follow = (runs: readonly RunEvidence[]): void => {
    if (logs === undefined) return;
    const newest = runs.toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0)).slice(0, maxRuns);
    for (const { runId, createdAt, status } of newest) {
      if (followed.has(runId) || withoutEvents.has(runId)) continue;
      const run: FollowedRun = { createdAt, events: null };
      followed.set(runId, run);
      const isActive = status === 'running' || status === 'pending';
      // A log that was removed meanwhile tells nothing.
      open(runId, run, isActive).catch(() => undefined);
    }
  };

  return {
    follow,
    lookAgain(runs) {
      withoutEvents.clear();
      follow(runs);
    },
    all: () => latest,
    stop() {
      // Reading ends with its signal.
      followed.clear();
    },
  };
}
