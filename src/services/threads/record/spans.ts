import type { ExecutionSpan, ExecutionStatus, RecordedTime } from '../../../shared/model/thread-record.ts';
import type { ExecutionDraft } from './execution-drafts.ts';
import type { RunEvidence } from './evidence.ts';
import type { RootRuns } from './root-runs.ts';
import type { WorkedRuns } from './worked-runs.ts';

export interface SpanContext {
  readonly rootRuns: RootRuns;
  readonly status: ExecutionStatus;
  readonly worked: WorkedRuns;
  // Of the execution around it; empty in the root graph.
  readonly parentSpans: readonly ExecutionSpan[];
}

export function spansOf(draft: ExecutionDraft, context: SpanContext): ExecutionSpan[] {
  const { status, worked } = context;
  return worked.runIds.map((runId, index) => {
    const isLast = index === worked.runIds.length - 1;
    if (runId === null && worked.unclear.length > 0) return unclearSpan(draft, context);
    const span = spanIn(draft, runId, isLast, context);
    return isLast && status === 'running' ? { ...span, endedAt: null } : span;
  });
}

function spanIn(
  draft: ExecutionDraft,
  runId: string | null,
  isLast: boolean,
  context: SpanContext,
): ExecutionSpan {
  const span = {
    runId,
    startedAt: startOf(draft, runId, context),
    endedAt: endOf(draft, runId, isLast, context),
    attempts: null,
  };
  const run = runId === null ? null : (context.rootRuns.byId.get(runId) ?? null);
  return clamped(span, run, context.parentSpans);
}

// Of one of several runs, or of some of them.
function unclearSpan(draft: ExecutionDraft, context: SpanContext): ExecutionSpan {
  const spans = context.worked.unclear.map(({ runId }) => spanIn(draft, runId, true, context));
  return {
    runId: null,
    startedAt: boundOf(
      spans.map(({ startedAt }) => startedAt),
      'atLeast',
      Math.min,
    ),
    endedAt: boundOf(
      spans.map(({ endedAt }) => endedAt),
      'atMost',
      Math.max,
    ),
    attempts: null,
  };
}

function boundOf(
  times: readonly (RecordedTime | null)[],
  bound: RecordedTime['bound'],
  choose: (a: number, b: number) => number,
): RecordedTime | null {
  const milliseconds = times.flatMap((time) => time?.ms ?? []);
  if (milliseconds.length === 0 || milliseconds.length < times.length) return null;
  return serverTime(
    milliseconds.reduce((a, b) => choose(a, b)),
    bound,
  );
}

// A lone task starts when its checkpoint is written; of several, and of another run, that is only a bound.
function startOf(
  { before, superstep }: ExecutionDraft,
  runId: string | null,
  { rootRuns }: SpanContext,
): RecordedTime | null {
  const written = before.createdMs;
  if (runId !== null && runId === before.runId && before.source !== 'update')
    return serverTime(written, superstep.size === 1 ? 'exact' : 'atLeast');
  const created = (runId === null ? null : rootRuns.byId.get(runId)?.createdAt) ?? null;
  if (written === null || created === null) return serverTime(created ?? written, 'atLeast');
  return serverTime(Math.max(written, created), 'atLeast');
}

function endOf(
  { made, superstep }: ExecutionDraft,
  runId: string | null,
  isLast: boolean,
  { rootRuns }: SpanContext,
): RecordedTime | null {
  if (isLast && made !== null && (runId === null || made.runId === runId)) {
    const isExact = superstep.size === 1 && runId !== null;
    return serverTime(made.createdMs, isExact ? 'exact' : 'atMost');
  }
  return serverTime((runId === null ? null : rootRuns.byId.get(runId)?.endedAt) ?? null, 'atMost');
}

function serverTime(ms: number | null, bound: RecordedTime['bound']): RecordedTime | null {
  return ms === null ? null : { ms, bound, source: 'server' };
}

// Bounds within those of the run and of the execution around it, which are met at different times by a server's clock.
function clamped(
  span: ExecutionSpan,
  run: RunEvidence | null,
  parentSpans: readonly ExecutionSpan[],
): ExecutionSpan {
  const parent = parentSpans.find(({ runId }) => runId === span.runId);
  const earliest = Math.max(run?.createdAt ?? -Infinity, parent?.startedAt?.ms ?? -Infinity);
  const latest = Math.min(run?.endedAt ?? Infinity, parent?.endedAt?.ms ?? Infinity);
  if (earliest > latest) return span;
  const startedAt = clampTime(span.startedAt, earliest, latest);
  const endedAt = clampTime(span.endedAt, Math.max(earliest, startedAt?.ms ?? -Infinity), latest);
  return startedAt === span.startedAt && endedAt === span.endedAt ? span : { ...span, startedAt, endedAt };
}

function clampTime(time: RecordedTime | null, earliest: number, latest: number): RecordedTime | null {
  if (time === null) return null;
  const ms = Math.min(Math.max(time.ms, earliest), latest);
  return ms === time.ms ? time : { ...time, ms };
}
