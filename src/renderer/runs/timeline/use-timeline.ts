import { useMemo, useState } from 'react';
import type { Run, RunOrigin } from '../../../shared/model/runs/run.ts';
import type { ThreadRecord } from '../../../shared/model/threads/thread-record.ts';
import type { TimelineScope } from '../../../shared/thread-record/timeline/timeline-scope.ts';
import { createTimelineProjection, type Timeline } from '../../../shared/thread-record/timeline/timeline.ts';
import { useThreadRecord } from '../../queries/thread-record.ts';
import type { RunLogSnapshot } from '../log/run-log-store.ts';
import { emptyRecord, withFollowedRun, type FollowedRun } from './followed-run.ts';

/** The run in the dock. */
export interface DisplayedRun {
  readonly connectionId: string;
  readonly threadId: string | null;
  /** Newest first. */
  readonly runs: readonly Run[];
  readonly runId: string;
  /** How it was started here, if it may not be listed yet. */
  readonly began: RunOrigin | null;
  readonly log: RunLogSnapshot;
  readonly running: boolean;
  /** Its events are played again, so that only these are shown. */
  readonly isPlayed: boolean;
}

/** How much the timeline shows. */
export type TimelineExtent = 'run' | 'turn' | 'thread';

/** Where the newest event is on the axis, and when it arrived, by `performance.now()`. */
export interface TimelineClock {
  readonly running: boolean;
  readonly lastMs: number;
  readonly touchedAt: number;
}

/** What the views show of a timeline, beside what is only known from the events of the displayed run. */
export interface TimelineData extends Timeline {
  readonly clock: TimelineClock;
  /** Of the displayed run. */
  readonly log: RunLogSnapshot;
  readonly run: Run | undefined;
  /** Restarts of the displayed run by its server. */
  readonly restarts: readonly { readonly number: number; readonly atMs: number }[];
  /** Number of all runs of the thread. */
  readonly threadRuns: number;
  readonly runId: string;
  /** The record of the thread is being read. */
  readonly isReading: boolean;
}

export function useTimeline(shown: DisplayedRun, extent: TimelineExtent): TimelineData {
  const { connectionId, threadId, runs, runId, began, log, isPlayed } = shown;
  const { record, error } = useThreadRecord(connectionId, isPlayed ? null : threadId);
  const [projection] = useState(createTimelineProjection);
  const [touched] = useState(createTouchedAt);
  const run = runs.find((one) => one.runId === runId);
  return useMemo(() => {
    const followed = followedRun(record, run, { runId, began, log, isPlayed });
    const whole =
      log.frames.length === 0 ? (record ?? emptyRecord) : withFollowedRun(record ?? emptyRecord, followed);
    const scope: TimelineScope = extent === 'thread' ? { kind: 'thread' } : { kind: extent, runId };
    const timeline = projection.project(whole, scope);
    const isReading = threadId !== null && !isPlayed && record === null && error === null;
    const startMs = (followed.createdAt ?? 0) + (followed.firstFrameMs ?? 0);
    return {
      ...timeline,
      clock: clockOf(timeline, startMs + followed.lastMs, log, touched),
      log,
      run,
      restarts: restartsOf(timeline, followed, log),
      threadRuns: whole.runs.length,
      runId,
      isReading,
    };
  }, [record, error, run, runId, began, log, isPlayed, extent, projection, threadId, touched]);
}

function followedRun(
  record: ThreadRecord | null,
  run: Run | undefined,
  { runId, began, log, isPlayed }: Pick<DisplayedRun, 'runId' | 'began' | 'log' | 'isPlayed'>,
): FollowedRun {
  const listed = Date.parse(run?.createdAt ?? '');
  const recorded = record?.runs.find((one) => one.runId === runId)?.createdAt ?? null;
  return {
    runId,
    createdAt: isPlayed ? null : (recorded ?? (Number.isNaN(listed) ? null : listed)),
    firstFrameMs: log.firstFrameMs,
    origin: began ?? run?.origin ?? null,
    end: log.end,
    lastMs: log.model.lastMs(),
    rows: log.model.timeline.rows(),
  };
}

function restartsOf(
  { runs, layout }: Timeline,
  { runId, firstFrameMs }: FollowedRun,
  log: RunLogSnapshot,
): TimelineData['restarts'] {
  const place = layout.runs[runs.findIndex((one) => one.runId === runId)];
  if (place === undefined) return [];
  const eventsMs = place.createdMs + (firstFrameMs ?? 0);
  return log.model.timeline
    .marks()
    .flatMap(({ kind, number, atMs }) => (kind === 'attempt' ? { number, atMs: atMs + eventsMs } : []));
}

/** When the newest known time of a timeline was first seen, by `performance.now()`. */
function createTouchedAt(): (knownUntil: number | null) => number {
  let known: number | null = null;
  let touchedAt = 0;
  return (knownUntil) => {
    if (knownUntil === known) return touchedAt;
    known = knownUntil;
    touchedAt = performance.now();
    return touchedAt;
  };
}

function clockOf(
  { isActive, layout, knownUntil }: Timeline,
  /** The newest event of the displayed run, in milliseconds since 1970; `null` if unknown. */
  eventMs: number | null,
  log: RunLogSnapshot,
  touched: (knownUntil: number | null) => number,
): TimelineClock {
  const isLive = log.end === null && log.frames.length > 0;
  if (!isLive) return { running: isActive, lastMs: layout.toMs, touchedAt: touched(knownUntil) };
  // The active run is the last one, so the axis goes on as time does.
  const laterMs = Math.max(0, (eventMs ?? 0) - (knownUntil ?? 0));
  return { running: isActive, lastMs: layout.toMs + laterMs, touchedAt: log.touchedAt };
}
