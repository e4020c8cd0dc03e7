import { useMemo, useState } from 'react';
import { durationText } from '../../ui/display/format.ts';
import type { TimelineMark, TimelineRow } from '../../../shared/run-events/timeline/timeline-row.ts';
import { layoutPass, type PassLayout, type RunTimes } from './pass/pass-layout.ts';
import { createPassTasks, type PassTasks } from './pass/pass-tasks.ts';
import type { UnseenRun } from './pass/unseen-runs.ts';
import type { PassRun } from './pass/use-pass.ts';

/** The lines across all bars that one run draws. */
export interface RunMarks {
  /** Their times count from here. */
  readonly eventsMs: number;
  readonly marks: readonly TimelineMark[];
}

/** What the timeline tells: one run, or the runs of a pass on one axis. */
export interface Story {
  /** Oldest first. */
  readonly runs: readonly PassRun[];
  /** The pass has more runs. */
  readonly isCut: boolean;
  readonly layout: PassLayout;
  /** Since when the first tasks of the first run waited; where its start was not seen, its first event. */
  readonly queuedSinceMs: number;
  /** Each followed by its children. */
  readonly rows: readonly TimelineRow[];
  readonly unseen: readonly UnseenRun[];
  /** By run. */
  readonly marks: readonly RunMarks[];
  readonly clock: StoryClock;
}

/** Where the newest event is on the axis, and when it arrived, by `performance.now()`. */
export interface StoryClock {
  readonly running: boolean;
  readonly lastMs: number;
  readonly touchedAt: number;
}

export function useStory(runs: readonly PassRun[], isCut: boolean): Story {
  const [tasks] = useState(createPassTasks);
  return useMemo(() => tellStory(runs, isCut, tasks), [runs, isCut, tasks]);
}

/** `tasks`: kept from one call to the next, so that unchanged tasks are the same objects. */
export function tellStory(runs: readonly PassRun[], isCut: boolean, tasks: PassTasks): Story {
  const layout = layoutPass(runs.map(timesOf));
  const placed = runs.flatMap(({ run, log }, at) => {
    const known = layout.runs[at];
    if (known === undefined) return [];
    // What came before its first event was not seen, so it was not queued all that time (row R-5).
    const place = run?.joinedLate === true ? { ...known, createdMs: known.eventsMs } : known;
    const timeline = log?.model.timeline;
    return [{ place, rows: timeline?.rows() ?? [], marks: timeline?.marks() ?? [] }];
  });
  return {
    runs,
    isCut,
    layout,
    queuedSinceMs: placed[0]?.place.createdMs ?? 0,
    rows: placed.length === 1 ? (placed[0]?.rows ?? []) : tasks.merge(placed),
    unseen: runs.length === 1 ? [] : runs.flatMap((run, at) => unseenRun(run, at, layout)),
    marks: placed.map(({ place, marks }) => ({ eventsMs: place.eventsMs, marks })),
    clock: clockOf(runs, layout),
  };
}

/** When a run ran, as far as the server and its events tell. */
function timesOf({ run, log, running }: PassRun): RunTimes {
  const createdAt = Date.parse(run?.createdAt ?? '');
  const hasEvents = log !== null && log.frames.length > 0;
  return {
    createdAt: Number.isNaN(createdAt) ? null : createdAt,
    firstEventMs: hasEvents ? log.firstFrameMs : null,
    seenMs: hasEvents ? log.model.lastMs() : null,
    durationMs: running ? null : (run?.durationMs ?? null),
  };
}

function clockOf(runs: readonly PassRun[], layout: PassLayout): StoryClock {
  const at = runs.findLastIndex(({ running, log }) => running && log !== null && log.frames.length > 0);
  const log = runs[at]?.log;
  if (!log) return { running: false, lastMs: layout.toMs, touchedAt: 0 };
  const lastMs = (layout.runs[at]?.eventsMs ?? 0) + log.model.lastMs();
  return { running: true, lastMs: Math.max(lastMs, layout.toMs), touchedAt: log.touchedAt };
}

function unseenRun(pass: PassRun, at: number, layout: PassLayout): UnseenRun[] {
  const { runId, run, log, isReading, running } = pass;
  const place = layout.runs[at];
  if (place === undefined || (log?.model.timeline.rows().length ?? 0) > 0) return [];
  const why = isReading
    ? 'reading its events'
    : log === null
      ? 'its events are not kept here'
      : running || log.end === null
        ? 'no task has started yet'
        : 'its events name no task';
  const duration = run?.durationMs == null ? (running ? '' : 'end unknown') : durationText(run.durationMs);
  return [
    {
      unseenRunId: runId,
      run: at,
      label: `run ${at + 1}`,
      depth: 0,
      parentId: null,
      startMs: place.createdMs,
      endMs: running ? null : place.endMs,
      facts: [why, run === undefined ? '' : `status ${run.status}`, duration].filter((fact) => fact !== ''),
    },
  ];
}
