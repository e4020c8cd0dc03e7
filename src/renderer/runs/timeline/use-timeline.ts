import { useMemo, useState } from 'react';
import type { Run } from '../../../shared/model/run.ts';
import { emptyRecord } from '../../../shared/run-events/merge-events.ts';
import type { TimelineScope } from '../../../shared/thread-record/timeline-scope.ts';
import { createTimelineProjection, type Timeline } from '../../../shared/thread-record/timeline.ts';
import type { RunLogSnapshot } from '../model/run-log-store.ts';
import { useShownRecord, type ShownRecord, type ShownRun } from '../model/use-shown-record.ts';

export interface DisplayedRun extends ShownRun {
  readonly runId: string;
  readonly log: RunLogSnapshot;
  readonly running: boolean;
}

export type TimelineExtent = 'run' | 'turn' | 'thread';

// Where the newest event is on the axis, and when it arrived, by `performance.now()`.
export interface TimelineClock {
  readonly running: boolean;
  readonly lastMs: number;
  readonly touchedAt: number;
}

// What the views show of a timeline, beside what is only known from the events of the displayed run.
export interface TimelineData extends Timeline {
  readonly clock: TimelineClock;
  readonly log: RunLogSnapshot;
  readonly run: Run | undefined;
  readonly restarts: readonly { readonly number: number; readonly atMs: number }[];
  readonly threadRuns: number;
  readonly runId: string;
  readonly isReading: boolean;
}

export function useTimeline(displayedRun: DisplayedRun, extent: TimelineExtent): TimelineData {
  const { runs, runId, log } = displayedRun;
  const { record, isReading, clock } = useShownRecord(displayedRun);
  const [projection] = useState(createTimelineProjection);
  const [touched] = useState(createTouchedAt);
  const run = runs.find((one) => one.runId === runId);
  return useMemo(() => {
    const whole = record ?? emptyRecord('');
    const scope: TimelineScope = extent === 'thread' ? { kind: 'thread' } : { kind: extent, runId };
    const timeline = projection.project(whole, scope);
    const createdAt = whole.runs.find((one) => one.runId === runId)?.createdAt ?? null;
    const isTimed = createdAt !== null && (log.firstFrameMs !== null || clock === null);
    const eventMs = isTimed ? createdAt + (log.firstFrameMs ?? 0) + log.model.lastMs() : null;
    return {
      ...timeline,
      clock: clockOf(timeline, { eventMs, log, server: clock, touched }),
      log,
      run,
      restarts: restartsOf(timeline, runId, log),
      threadRuns: whole.runs.length,
      runId,
      isReading,
    };
  }, [record, isReading, clock, run, runId, log, extent, projection, touched]);
}

function restartsOf(
  { runs, layout }: Timeline,
  runId: string,
  { firstFrameMs, model }: RunLogSnapshot,
): TimelineData['restarts'] {
  const place = layout.runs[runs.findIndex((one) => one.runId === runId)];
  if (place === undefined) return [];
  const eventsMs = place.createdMs + (firstFrameMs ?? 0);
  return model.timeline
    .marks()
    .flatMap(({ kind, number, atMs }) => (kind === 'attempt' ? { number, atMs: atMs + eventsMs } : []));
}

// When the newest known time of a timeline was first seen, by `performance.now()`.
function createTouchedAt(): (knownUntil: number | null) => number {
  let previous: number | null = null;
  let touchedAt = 0;
  return (knownUntil) => {
    if (knownUntil === previous) return touchedAt;
    previous = knownUntil;
    touchedAt = performance.now();
    return touchedAt;
  };
}

interface ClockSources {
  // The newest event of the displayed run, in milliseconds since 1970; `null` if unknown.
  readonly eventMs: number | null;
  readonly log: RunLogSnapshot;
  readonly server: ShownRecord['clock'];
  readonly touched: (knownUntil: number | null) => number;
}

// Where the axis ends now: an active run goes on since the newest time that is known of it.
export function clockOf(
  { isActive, layout, knownUntil }: Pick<Timeline, 'isActive' | 'layout' | 'knownUntil'>,
  { eventMs, log, server, touched }: ClockSources,
): TimelineClock {
  const endingAt = (nowMs: number, touchedAt: number): TimelineClock => {
    // The active run is the last one, so the axis goes on as time does.
    const laterMs = isActive ? Math.max(0, nowMs - (knownUntil ?? nowMs)) : 0;
    return { running: isActive, lastMs: layout.toMs + laterMs, touchedAt };
  };
  const isLive = log.end === null && log.frames.length > 0;
  if (isLive && eventMs !== null) return endingAt(eventMs, log.touchedAt);
  // Nothing arrives of a run that another client started, or that went on while the studio was away.
  if (isActive && server !== null) return endingAt(server.serverMs, server.at);
  return endingAt(knownUntil ?? 0, touched(knownUntil));
}
