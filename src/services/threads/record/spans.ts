import type {
  ExecutionSpan,
  ExecutionStatus,
  RecordedTime,
} from '../../../shared/model/threads/thread-record.ts';
import type { ExecutionDraft, Superstep } from './drafts.ts';
import type { RunEvidence } from './evidence.ts';
import { stoppedAtRecursionLimit } from './recursion-limit.ts';
import { breakpointAt, type RunFacts } from './run-facts.ts';
import { hasFailed } from './statuses.ts';

export interface SpanContext {
  readonly facts: RunFacts;
  readonly status: ExecutionStatus;
  /** Names of the nodes that made the checkpoint which the execution read. */
  readonly makers: readonly string[];
  /** Of the execution around it; empty in the root graph. */
  readonly parentSpans: readonly ExecutionSpan[];
  /** Whether the first run has started the tasks of a superstep, once that is worked out. */
  readonly startedFirst: Map<Superstep, boolean>;
}

/** The times in which runs worked at an execution, as far as checkpoints and run records tell. */
export function spansOf(draft: ExecutionDraft, context: SpanContext): ExecutionSpan[] {
  const { status } = context;
  if (status === 'next' || status === 'queued' || status === 'unknown') return [];
  const runIds = workingRuns(draft, context);
  return runIds.map((runId, index) => {
    const isLast = index === runIds.length - 1;
    return clamped(
      {
        runId,
        startedAt: startOf(draft, runId, context),
        endedAt: isLast && status === 'running' ? null : endOf(draft, runId, isLast, context),
        attempts: null,
      },
      runId === null ? null : (context.facts.byId.get(runId) ?? null),
      context.parentSpans,
    );
  });
}

/** The runs that worked at an execution, oldest first; `null` stands for one that is not known. */
function workingRuns(draft: ExecutionDraft, context: SpanContext): (string | null)[] {
  const { before, made, superstep, task } = draft;
  const { facts } = context;
  const isOther = superstep.otherRuns.has(before.runId ?? '');
  const first = before.source === 'update' || isOther ? null : before.runId;
  const later = laterRuns(draft, context);
  if (made !== null && made.runId !== first && !later.includes(made.runId ?? '')) later.push(made.runId);
  const [second] = later;
  if (second === undefined) {
    // It has a result, perhaps of an edit, although the run stopped before it.
    const run = made === null && first !== null ? facts.byId.get(first) : undefined;
    const isPaused = run?.status === 'success' && breakpointAt(run, before, context.makers) !== null;
    if (isPaused && task.questions.length === 0 && task.error === null) return [];
    return [first ?? made?.runId ?? null];
  }
  const nextRun = second === null ? null : (facts.byId.get(second) ?? null);
  const isStarted =
    context.startedFirst.get(superstep) ?? (first !== null && startedIn(first, draft, nextRun, context));
  context.startedFirst.set(superstep, isStarted);
  const wasStarted = first !== null && isStarted;
  const { hasAsked: asks } = superstep;
  // It had finished beside one that asked or failed, and was not run again.
  const isLeftOver = (asks || superstep.hasError) && superstep.size > 1;
  if (isLeftOver && task.questions.length === 0 && task.error === null && task.hasResult) {
    if (wasStarted) return [first];
    const isCertain = nextRun !== null && (later.length === 1 || breakpointAt(nextRun, before, []) === null);
    return [isCertain ? second : null];
  }
  if (!wasStarted) return later;
  if (isLeftOver && task.questions.length === 0 && task.error !== null && task.hasResult) {
    // Ended by another task, it may have finished then or later; failed by itself, it finished in a later run.
    if (!hasFailed(task.error)) return [null];
    return [first, later.length === 1 ? second : null];
  }
  if (superstep.hasError && task.error !== null) return [first, ...retries(draft, later, facts)];
  // Python's answers do not tell any more which tasks had asked.
  if (!asks && superstep.size > 1 && made !== null) return [null];
  if (superstep.size === 1) return [first, ...later];
  return [first, ...later.filter((runId) => isAnsweredBy(draft, runId, facts))];
}

/** Every later run tries a task again that failed, until one ends well: there it finished. */
function retries(
  { task, before }: ExecutionDraft,
  later: readonly (string | null)[],
  { byId }: RunFacts,
): (string | null)[] {
  if (task.questions.length > 0) return [...later];
  const index = later.findIndex((runId) => {
    const run = runId === null ? undefined : byId.get(runId);
    return run?.status === 'success' && breakpointAt(run, before, []) === null;
  });
  return index < 0 ? [...later] : later.slice(0, index + 1);
}

/** Runs that worked at an execution's checkpoint after the one that wrote it. */
function laterRuns(
  { before, made, parent, superstep }: ExecutionDraft,
  { facts, parentSpans }: SpanContext,
): (string | null)[] {
  // What a run reads and writes itself, it also runs: the JavaScript server may go on inside a subgraph after the end of the run.
  if (before.source !== 'update' && before.runId !== null && made?.runId === before.runId) return [];
  const from = before.createdMs ?? -Infinity;
  const to = made?.createdMs ?? Infinity;
  const candidates: readonly (RunEvidence | undefined)[] =
    parent === null
      ? (facts.workedAt.get(before.checkpointId ?? '') ?? [])
      : parentSpans.map(({ runId }) => (runId === null ? undefined : facts.byId.get(runId)));
  return candidates.flatMap((run) => {
    if (run === undefined || run.runId === before.runId || superstep.otherRuns.has(run.runId)) return [];
    const createdAt = run.createdAt ?? -Infinity;
    return createdAt >= from && createdAt < to ? run.runId : [];
  });
}

/** Whether the run that wrote a checkpoint also started its tasks, before another run went on. */
function startedIn(
  runId: string,
  { before, superstep }: ExecutionDraft,
  nextRun: RunEvidence | null,
  { facts, makers }: SpanContext,
): boolean {
  const run = facts.byId.get(runId);
  if (run === undefined) return nextRun?.origin.kind === 'resume';
  if (breakpointAt(run, before, makers) !== null || stoppedAtRecursionLimit(run, facts)) return false;
  if (nextRun?.origin.kind === 'resume' || run.status === 'error' || run.status === 'interrupted')
    return true;
  // Nothing else stopped it.
  return superstep.hasAsked;
}

function isAnsweredBy({ task }: ExecutionDraft, runId: string | null, { byId }: RunFacts): boolean {
  const answered = (runId === null ? null : byId.get(runId))?.answeredIds ?? null;
  // A task that failed is tried again by any run.
  if (answered === null || task.namespace !== null || task.error !== null) return true;
  return task.questions.some(({ interruptId }) => interruptId !== null && answered.includes(interruptId));
}

/** A lone task starts when its checkpoint is written; of several, and of another run, that is only a bound. */
function startOf(
  { before, superstep }: ExecutionDraft,
  runId: string | null,
  { facts }: SpanContext,
): RecordedTime | null {
  const written = before.createdMs;
  if (runId !== null && runId === before.runId && before.source !== 'update')
    return serverTime(written, superstep.size === 1 ? 'exact' : 'atLeast');
  const created = (runId === null ? null : facts.byId.get(runId)?.createdAt) ?? null;
  if (written === null || created === null) return serverTime(created ?? written, 'atLeast');
  return serverTime(Math.max(written, created), 'atLeast');
}

function endOf(
  { made, superstep }: ExecutionDraft,
  runId: string | null,
  isLast: boolean,
  { facts }: SpanContext,
): RecordedTime | null {
  if (isLast && made !== null && (runId === null || made.runId === runId)) {
    const isExact = superstep.size === 1 && runId !== null;
    return serverTime(made.createdMs, isExact ? 'exact' : 'atMost');
  }
  return serverTime((runId === null ? null : facts.byId.get(runId)?.endedAt) ?? null, 'atMost');
}

function serverTime(ms: number | null, bound: RecordedTime['bound']): RecordedTime | null {
  return ms === null ? null : { ms, bound, source: 'server' };
}

/** Bounds within those of the run and of the execution around it, which are met at different times by a server's clock. */
function clamped(
  span: ExecutionSpan,
  run: RunEvidence | null,
  parentSpans: readonly ExecutionSpan[],
): ExecutionSpan {
  const parent = parentSpans.find(({ runId }) => runId === span.runId);
  const earliest = Math.max(run?.createdAt ?? -Infinity, parent?.startedAt?.ms ?? -Infinity);
  const latest = Math.min(run?.endedAt ?? Infinity, parent?.endedAt?.ms ?? Infinity);
  if (earliest > latest) return span;
  const startedAt = within(span.startedAt, earliest, latest);
  return {
    ...span,
    startedAt,
    endedAt: within(span.endedAt, Math.max(earliest, startedAt?.ms ?? -Infinity), latest),
  };
}

function within(time: RecordedTime | null, earliest: number, latest: number): RecordedTime | null {
  if (time === null) return null;
  const ms = Math.min(Math.max(time.ms, earliest), latest);
  return ms === time.ms ? time : { ...time, ms };
}
