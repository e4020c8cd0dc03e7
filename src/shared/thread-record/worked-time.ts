import type { Execution, ExecutionSpan, RecordedTime } from '../model/thread-record.ts';

export interface WorkedTime {
  /** By the clock: time in which several worked side by side counts once. */
  readonly ms: number;
  /** The sum of all; more than `ms` if some worked side by side. */
  readonly sumMs: number;
  /** `atMost`: only the time of the whole superstep is known. `atLeast`: the time of some is unknown. */
  readonly bound: RecordedTime['bound'];
  /** Measured by the arrival of events here. */
  readonly isSeen: boolean;
}

interface Interval {
  readonly start: number;
  readonly end: number;
}

/** The time that executions took together, in all runs or in one; `null` if it is unknown. What still runs does not count. */
export function workedTime(executions: readonly Execution[], runId: string | null = null): WorkedTime | null {
  return timeOfSpans(
    executions.flatMap(({ status, spans }) =>
      spans.flatMap((span, index) => {
        const isOpen = status === 'running' && index === spans.length - 1 && span.endedAt === null;
        if (isOpen) return [];
        if (runId === null || span.runId === runId) return [span];
        // It may have worked in this run.
        return span.runId === null ? [{ ...span, startedAt: null, endedAt: null }] : [];
      }),
    ),
  );
}

export function timeOfSpans(spans: readonly ExecutionSpan[]): WorkedTime | null {
  const intervals: Interval[] = [];
  const bounds = new Set<RecordedTime['bound'] | null>();
  let isSeen = false;
  for (const { startedAt, endedAt } of spans) {
    if (startedAt === null || endedAt === null) {
      bounds.add(null);
      continue;
    }
    const bound = durationBound(startedAt, endedAt);
    bounds.add(bound);
    if (bound === null) continue;
    isSeen ||= startedAt.source === 'seen' || endedAt.source === 'seen';
    intervals.push({ start: startedAt.ms, end: Math.max(startedAt.ms, endedAt.ms) });
  }
  const bound = boundOfAll(bounds);
  if (intervals.length === 0 || bound === null) return null;
  const sumMs = intervals.reduce((sum, { start, end }) => sum + end - start, 0);
  // A lower bound of zero is no information.
  if (bound === 'atLeast' && sumMs < 1) return null;
  return { ms: coveredMs(intervals), sumMs, bound, isSeen };
}

// `null`: nothing is known of the time between the two.
function durationBound(start: RecordedTime, end: RecordedTime): RecordedTime['bound'] | null {
  const isLongest = start.bound !== 'atMost' && end.bound !== 'atLeast';
  const isShortest = start.bound !== 'atLeast' && end.bound !== 'atMost';
  if (isLongest && isShortest) return 'exact';
  if (isLongest) return 'atMost';
  return isShortest ? 'atLeast' : null;
}

function boundOfAll(bounds: ReadonlySet<RecordedTime['bound'] | null>): RecordedTime['bound'] | null {
  const isLowered = bounds.has('atLeast') || bounds.has(null);
  if (isLowered && bounds.has('atMost')) return null;
  if (isLowered) return 'atLeast';
  return bounds.has('atMost') ? 'atMost' : 'exact';
}

function coveredMs(intervals: readonly Interval[]): number {
  let covered = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const interval of intervals.toSorted((a, b) => a.start - b.start)) {
    covered += Math.max(0, interval.end - Math.max(end, interval.start));
    end = Math.max(end, interval.end);
  }
  return covered;
}
