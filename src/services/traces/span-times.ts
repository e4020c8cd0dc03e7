import type {
  RecordedRun,
  RecordedTime,
  ThreadRecord,
  ExecutionSpan,
} from '../../shared/model/thread-record.ts';
import { studioAttributes } from './attribute-names.ts';
import { definedAttributes, type SpanAttributes } from './trace-span.ts';

/** When something ran. What is not exact is the nearest time that is known, and its attributes say so. */
export interface SpanTimes {
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: SpanAttributes;
}

/** Of a run; `null` if nothing is known of its time. */
export function timesOfRun(record: ThreadRecord, run: RecordedRun): SpanTimes | null {
  const signs = run.createdAt === null || run.endedAt === null ? signsOf(record, run) : [];
  const startMs = run.createdAt ?? minimumOf(signs);
  const endMs = run.endedAt ?? maximumOf(run.createdAt === null ? signs : [run.createdAt, ...signs]);
  if (startMs === null || endMs === null) return null;
  return {
    startMs,
    endMs: Math.max(startMs, endMs),
    attributes: definedAttributes({
      [studioAttributes.startBound]: run.createdAt === null ? 'not_later' : null,
      [studioAttributes.endBound]: run.endedAt === null ? 'not_earlier' : null,
    }),
  };
}

/** Of an execution in a run. `outerTimes`: of the execution around it, or of the run. */
export function timesOfExecution({ startedAt, endedAt }: ExecutionSpan, outerTimes: SpanTimes): SpanTimes {
  const startMs = startedAt?.ms ?? outerTimes.startMs;
  return {
    startMs,
    endMs: Math.max(startMs, endedAt?.ms ?? outerTimes.endMs),
    attributes: definedAttributes({
      [studioAttributes.startBound]: boundText(startedAt),
      [studioAttributes.startSource]: startedAt?.source === 'seen' ? 'arrival' : null,
      [studioAttributes.endBound]: boundText(endedAt),
      [studioAttributes.endSource]: endedAt?.source === 'seen' ? 'arrival' : null,
    }),
  };
}

/** Of something inside an execution, of which only this is known. */
export function timesInside({ startedAt, endedAt }: ExecutionSpan, outerTimes: SpanTimes): SpanTimes {
  return {
    startMs: outerTimes.startMs,
    endMs: outerTimes.endMs,
    attributes: {
      [studioAttributes.startBound]:
        startedAt === null || startedAt.bound === 'atMost' ? 'unknown' : 'not_earlier',
      [studioAttributes.endBound]: endedAt === null || endedAt.bound === 'atLeast' ? 'unknown' : 'not_later',
    },
  };
}

function boundText(time: RecordedTime | null): string | null {
  if (time === null) return 'unknown';
  if (time.bound === 'exact') return null;
  return time.bound === 'atLeast' ? 'not_earlier' : 'not_later';
}

function signsOf({ checkpoints, executions }: ThreadRecord, { runId }: RecordedRun): number[] {
  const ofCheckpoints = checkpoints.flatMap((checkpoint) =>
    checkpoint.runId === runId ? (checkpoint.createdAt ?? []) : [],
  );
  const ofExecutions = executions.flatMap(({ spans }) =>
    spans.flatMap((span) =>
      span.runId === runId ? [span.startedAt?.ms ?? [], span.endedAt?.ms ?? []].flat() : [],
    ),
  );
  return [...ofCheckpoints, ...ofExecutions];
}

function minimumOf(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((a, b) => Math.min(a, b));
}

function maximumOf(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((a, b) => Math.max(a, b));
}
