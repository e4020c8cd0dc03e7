import type {
  Execution,
  ExecutionSpan,
  RecordedInterrupt,
  RecordedRun,
  RecordedTime,
  ThreadRecord,
} from '../model/thread-record.ts';
import { indexRecord, type RecordIndex } from './record-index.ts';
import { sumTokens, type TokenSum } from './sum-tokens.ts';
import { timeOfSpans } from './worked-time.ts';
import { createAxis, type RunWindow, type TimelineAxis, type TimelineLayout } from './timeline-axis.ts';
import { scopeOf, type ScopedRecord, type TimelineScope } from './timeline-scope.ts';
import {
  countSiblings,
  minGroupSize,
  type TaskSiblings,
  type TaskStatus,
  type TimelineSpan,
  type TimelineTask,
  type TimelineWait,
} from './timeline-task.ts';

export interface TimelineRun {
  readonly runId: string;
  /** `null` for one that the record does not list. */
  readonly run: RecordedRun | null;
  /** Something that it did has a row. */
  readonly hasTasks: boolean;
}

// A line across all rows: the start of a superstep of the root graph, or an edit of the state.
export interface TimelineMark {
  readonly kind: 'superstep' | 'edit';
  readonly step: number | null;
  readonly atMs: number;
}

/** What ran, on one axis of the server's time. Times on it are milliseconds since the first work, without most of the waits. */
export interface Timeline {
  readonly runs: readonly TimelineRun[];
  readonly layout: TimelineLayout;
  /** Each followed by those below it. */
  readonly tasks: readonly TimelineTask[];
  readonly marks: readonly TimelineMark[];
  readonly supersteps: number;
  /** Of all tasks; `null` if none is known. */
  readonly tokens: TokenSum | null;
  readonly isActive: boolean;
  /** The newest time that is known, in milliseconds since 1970 by the server's clock; `null` if none is. */
  readonly knownUntil: number | null;
  /** There is more that the record does not have. */
  readonly isCut: boolean;
}

// Projects a record again and again: rows of which nothing changed stay the same objects.
export interface TimelineProjection {
  project(record: ThreadRecord, scope: TimelineScope): Timeline;
}

export function createTimelineProjection(): TimelineProjection {
  let tasksById = new Map<string, TimelineTask>();
  return {
    project(record, scope) {
      const timeline = projectTimeline(record, scope);
      const tasks = timeline.tasks.map((task) => {
        const before = tasksById.get(task.executionId);
        return before !== undefined && isEqual(before, task) ? before : task;
      });
      tasksById = new Map(tasks.map((task) => [task.executionId, task]));
      return { ...timeline, tasks };
    },
  };
}

// Times of an execution by the server's clock, before they are put on the axis.
interface PlacedExecution {
  readonly execution: Execution;
  readonly spans: readonly PlacedSpan[];
  readonly readyAt: number | null;
}

interface PlacedSpan {
  readonly runId: string | null;
  readonly start: number;
  readonly end: number | null;
  readonly isBound: boolean;
  // The same with its bounds, within those of its run and of what is around it.
  readonly recorded: ExecutionSpan;
}

export function projectTimeline(record: ThreadRecord, scope: TimelineScope): Timeline {
  const index = indexRecord(record);
  const scoped = scopeOf(record, scope);
  const knownUntil = newestTime(record, scoped);
  const windows = runWindows(index, scoped, knownUntil);
  const placed = placeExecutions(index, scoped, scope, windows);
  const starts = [...placed.values()].flatMap(({ spans }) => spans.map(({ start }) => start));
  const ordered = scoped.runIds.map((runId) => windows.get(runId) ?? { fromMs: null, toMs: null });
  const axis = createAxis(ordered, starts.length === 0 ? null : minMax(starts)[0]);
  const tasks = rowsOf({ index, scoped, placed, axis });
  const withTasks = new Set(
    [...placed.values()].flatMap(({ spans }) => spans.flatMap(({ runId }) => runId ?? [])),
  );
  const runById = new Map(record.runs.map((run) => [run.runId, run]));
  const supersteps = superstepMarks(index, placed, axis);
  return {
    runs: scoped.runIds.map((runId) => ({
      runId,
      run: runById.get(runId) ?? null,
      hasTasks: withTasks.has(runId),
    })),
    layout: axis.layout,
    tasks,
    marks: [...supersteps, ...editMarks(scoped, axis)],
    supersteps: supersteps.length,
    tokens: sumTokens(scoped.executions),
    isActive: scoped.runIds.some((runId) => runById.get(runId)?.status === 'running'),
    knownUntil,
    isCut: scoped.isCut,
  };
}

// The smallest and the largest of many numbers, which can't all be arguments.
function minMax(numbers: readonly number[]): readonly [number, number] {
  let [min, max] = [Infinity, -Infinity];
  for (const number of numbers) {
    min = Math.min(min, number);
    max = Math.max(max, number);
  }
  return [min, max];
}

function newestTime(record: ThreadRecord, { runIds, executions }: ScopedRecord): number | null {
  const ids = new Set(runIds);
  const times: number[] = [];
  const add = (ms: number | null | undefined): void => {
    if (ms != null) times.push(ms);
  };
  for (const { runId, createdAt, endedAt } of record.runs) {
    if (!ids.has(runId)) continue;
    add(createdAt);
    add(endedAt);
  }
  for (const { runId, createdAt } of record.checkpoints) if (runId !== null && ids.has(runId)) add(createdAt);
  for (const { spans } of executions)
    for (const { startedAt, endedAt } of spans) {
      add(startedAt?.ms);
      add(endedAt?.ms);
    }
  return times.length === 0 ? null : minMax(times)[1];
}

// When each run worked: by its record, else by what it did.
function runWindows(
  { record }: RecordIndex,
  { runIds, executions }: ScopedRecord,
  knownUntil: number | null,
): ReadonlyMap<string, RunWindow> {
  const windows = new Map<string, [number, number]>();
  const add = (runId: string | null, ms: number | null | undefined): void => {
    if (runId === null || ms == null) return;
    const window = windows.get(runId);
    if (window) windows.set(runId, [Math.min(window[0], ms), Math.max(window[1], ms)]);
    else windows.set(runId, [ms, ms]);
  };
  for (const { runId, createdAt, source } of record.checkpoints)
    if (source !== 'update') add(runId, createdAt);
  for (const { spans } of executions)
    for (const { runId, startedAt, endedAt } of spans) {
      add(runId, startedAt?.ms);
      add(runId, endedAt?.ms);
    }
  const runById = new Map(record.runs.map((run) => [run.runId, run]));
  return new Map(
    runIds.map((runId) => {
      const run = runById.get(runId);
      const window = windows.get(runId);
      const isActive = run?.status === 'running' || run?.status === 'queued';
      const toMs = isActive ? knownUntil : (run?.endedAt ?? window?.[1] ?? null);
      return [runId, { fromMs: run?.createdAt ?? window?.[0] ?? null, toMs }];
    }),
  );
}

// Times of executions, those around others first: nothing is outside of its run or of what is around it.
function placeExecutions(
  index: RecordIndex,
  { executions }: ScopedRecord,
  scope: TimelineScope,
  windows: ReadonlyMap<string, RunWindow>,
): ReadonlyMap<string, PlacedExecution> {
  const placed = new Map<string, PlacedExecution>();
  for (const execution of executions) {
    const parentRow = execution.parentId === null ? undefined : placed.get(execution.parentId);
    const before =
      execution.before === null
        ? null
        : (index.checkpoints.get(execution.namespace, execution.before)?.createdAt ?? null);
    const made =
      execution.made === null
        ? null
        : (index.checkpoints.get(execution.namespace, execution.made)?.createdAt ?? null);
    const all =
      execution.spans.length === 0
        ? [{ runId: null, startedAt: null, endedAt: null, attempts: null }]
        : execution.spans;
    const scopedSpans = all.filter(
      ({ runId }) => scope.kind !== 'run' || runId === scope.runId || runId === null,
    );
    const spans = scopedSpans.map((span, position) =>
      placeSpan(span, {
        window: span.runId === null ? undefined : windows.get(span.runId),
        around: parentRow?.spans.find(({ runId }) => runId === span.runId) ?? parentRow?.spans.at(-1),
        before,
        made: position === scopedSpans.length - 1 ? made : null,
        isRunning: execution.status === 'running' && position === scopedSpans.length - 1,
      }),
    );
    placed.set(execution.executionId, { execution, spans, readyAt: before });
  }
  return placed;
}

interface SpanBounds {
  readonly window: RunWindow | undefined;
  readonly around: PlacedSpan | undefined;
  readonly before: number | null;
  readonly made: number | null;
  readonly isRunning: boolean;
}

function placeSpan(span: ExecutionSpan, bounds: SpanBounds): PlacedSpan {
  const { window, around, before, made, isRunning } = bounds;
  const earliest = maxOf(window?.fromMs, around?.start);
  const latest = minOf(window?.toMs, around?.end);
  const startedAt = clampTime(span.startedAt, earliest, latest);
  const endedAt = clampTime(span.endedAt, startedAt?.ms ?? earliest, latest);
  const start = startedAt?.ms ?? maxOf(earliest, before) ?? endedAt?.ms ?? made ?? 0;
  const end =
    isRunning && endedAt === null ? null : Math.max(start, endedAt?.ms ?? minOf(latest, made) ?? start);
  return {
    runId: span.runId,
    start,
    end,
    isBound: startedAt?.bound !== 'exact' || (end !== null && endedAt?.bound !== 'exact'),
    recorded: { ...span, startedAt, endedAt },
  };
}

function clampTime(
  time: RecordedTime | null,
  earliest: number | null,
  latest: number | null,
): RecordedTime | null {
  if (time === null) return null;
  const ms = Math.max(earliest ?? -Infinity, Math.min(latest ?? Infinity, time.ms));
  return ms === time.ms ? time : { ...time, ms };
}

function maxOf(...times: readonly (number | null | undefined)[]): number | null {
  const numbers = times.filter((ms) => ms != null);
  return numbers.length === 0 ? null : minMax(numbers)[1];
}

function minOf(...times: readonly (number | null | undefined)[]): number | null {
  const numbers = times.filter((ms) => ms != null);
  return numbers.length === 0 ? null : minMax(numbers)[0];
}

interface Rows {
  readonly index: RecordIndex;
  readonly scoped: ScopedRecord;
  readonly placed: ReadonlyMap<string, PlacedExecution>;
  readonly axis: TimelineAxis;
}

function rowsOf(rows: Rows): readonly TimelineTask[] {
  const { index, scoped, placed } = rows;
  const siblingsOf = countSiblings(scoped.executions);
  const byParent = new Map<string | null, Execution[]>();
  for (const execution of scoped.executions) {
    const { parentId } = execution;
    const callerId = parentId !== null && placed.has(parentId) ? parentId : null;
    const cause = causeOf(execution, placed, siblingsOf);
    const key = cause ?? callerId;
    const children = byParent.get(key);
    if (children) children.push(execution);
    else byParent.set(key, [execution]);
  }
  const firstOfRun = firstExecutions(scoped.executions);
  const waiting = new Set(
    index.record.questions.flatMap(({ executionId, status }) => (status === 'waiting' ? executionId : [])),
  );
  const unanswered = unansweredExecutions(index);
  const tokens = tokensInside(scoped.executions);
  const tasks: TimelineTask[] = [];
  const add = (parentId: string | null, depth: number): void => {
    for (const execution of byParent.get(parentId) ?? []) {
      const { executionId } = execution;
      tasks.push(
        taskOf(execution, rows, {
          depth,
          parentId,
          siblings: siblingsOf(execution),
          isFirst: firstOfRun.has(executionId),
          isWaiting: waiting.has(executionId),
          isUnanswered: unanswered.has(executionId),
          container: byParent.has(executionId),
          tokens: tokens.get(executionId) ?? null,
        }),
      );
      add(executionId, depth + 1);
    }
  };
  add(null, 0);
  return tasks;
}

// The executions that asked, or around ones that did, and of whose questions the thread went on without an answer.
function unansweredExecutions({ record, executions }: RecordIndex): ReadonlySet<string> {
  const idsWithAncestors = (hasStatus: (status: RecordedInterrupt['status']) => boolean): Set<string> => {
    const ids = new Set<string>();
    for (const { executionId, status } of record.questions) {
      if (!hasStatus(status)) continue;
      for (let id: string | null = executionId; id !== null && !ids.has(id);) {
        ids.add(id);
        id = executions.get(id)?.parentId ?? null;
      }
    }
    return ids;
  };
  const mayWait = idsWithAncestors((status) => status === 'waiting' || status === 'unknown');
  return new Set([...idsWithAncestors((status) => status === 'abandoned')].filter((id) => !mayWait.has(id)));
}

function tokensInside(executions: readonly Execution[]): ReadonlyMap<string, TokenSum | null> {
  const executionsByParent = new Map<string, Execution[]>();
  const sums = new Map<string, TokenSum | null>();
  // What is inside comes after what is around it.
  for (const execution of executions.toReversed()) {
    const { executionId, parentId } = execution;
    const all = [execution, ...(executionsByParent.get(executionId) ?? [])];
    sums.set(executionId, sumTokens(all));
    if (parentId !== null) {
      const siblings = executionsByParent.get(parentId) ?? [];
      for (const one of all) siblings.push(one);
      executionsByParent.set(parentId, siblings);
    }
  }
  return sums;
}

// The row of the error that aborted an execution; `null` if it has none, and in a large group, which says so itself.
function causeOf(
  { executionId, abortedBy, parentId }: Execution,
  placed: ReadonlyMap<string, PlacedExecution>,
  siblingsOf: (execution: Execution) => TaskSiblings,
): string | null {
  const cause =
    abortedBy === null || abortedBy === executionId ? undefined : placed.get(abortedBy)?.execution;
  if (cause === undefined || cause.parentId !== parentId || cause.abortedBy !== null) return null;
  return siblingsOf(cause).count >= minGroupSize ? null : cause.executionId;
}

function firstExecutions(executions: readonly Execution[]): ReadonlySet<string> {
  const firstStep = new Map<string, string | null>();
  const ids = new Set<string>();
  for (const { executionId, parentId, spans, before } of executions) {
    const runId = spans[0]?.runId ?? null;
    if (parentId !== null || runId === null) continue;
    if (!firstStep.has(runId)) firstStep.set(runId, before);
    if (firstStep.get(runId) === before) ids.add(executionId);
  }
  return ids;
}

interface RowContext {
  readonly depth: number;
  readonly parentId: string | null;
  readonly siblings: TaskSiblings;
  readonly isFirst: boolean;
  readonly isWaiting: boolean;
  // What it asked was left without an answer.
  readonly isUnanswered: boolean;
  readonly container: boolean;
  readonly tokens: TokenSum | null;
}

function taskOf(
  execution: Execution,
  { index, scoped, placed, axis }: Rows,
  { isFirst, isWaiting, isUnanswered, ...context }: RowContext,
): TimelineTask {
  const { spans: placedSpans = [], readyAt = null } = placed.get(execution.executionId) ?? {};
  const spans = placedSpans.map(({ runId, start, end, isBound }): TimelineSpan => ({
    run: runId === null ? null : indexOrNull(scoped.runIds, runId),
    startMs: axis.placeOf(start),
    endMs: end === null ? null : axis.placeOf(end),
    isBound,
  }));
  const first = spans[0];
  const last = spans.at(-1);
  const startMs = first?.startMs ?? 0;
  const run = first?.run == null ? undefined : axis.layout.runs[first.run];
  const ready = isFirst ? run?.createdMs : readyAt === null ? undefined : axis.placeOf(readyAt);
  const status = taskStatus(execution, isUnanswered);
  const attempts = placedSpans.reduce<number | null>(
    (sum, { recorded }) => (recorded.attempts === null ? sum : (sum ?? 0) + recorded.attempts),
    null,
  );
  return {
    executionId: execution.executionId,
    taskId: execution.taskId,
    nodeId: execution.nodeId,
    label: execution.name,
    ...context,
    callerId: execution.parentId,
    step: execution.step,
    readyMs: Math.min(startMs, ready ?? startMs),
    startMs,
    endMs: last?.endMs ?? null,
    spans,
    waits: waitsOf(spans, status, isWaiting, axis.layout, goneOnAt(index, execution, axis)),
    status,
    time: status === 'running' ? null : timeOfSpans(placedSpans.map(({ recorded }) => recorded)),
    attempts,
    error: execution.error,
    abortedBy:
      execution.abortedBy === null ? null : (index.executions.get(execution.abortedBy)?.name ?? null),
  };
}

function taskStatus({ status }: Execution, isUnanswered: boolean): TaskStatus {
  if (status === 'next') return 'unknown';
  return status === 'interrupted' && isUnanswered ? 'unanswered' : status;
}

// From each question until the run that answered it started.
function waitsOf(
  spans: readonly TimelineSpan[],
  status: TaskStatus,
  isWaiting: boolean,
  { runs }: TimelineLayout,
  goneOnMs: number | null,
): TimelineWait[] {
  const waits: TimelineWait[] = [];
  for (const [index, { endMs }] of spans.entries()) {
    if (endMs === null) continue;
    const next = spans[index + 1];
    if (next !== undefined) {
      const created = next.run === null ? undefined : runs[next.run]?.createdMs;
      waits.push({ fromMs: endMs, toMs: Math.max(endMs, created ?? next.startMs) });
    } else if (status === 'interrupted' || status === 'unanswered') {
      const toMs = isWaiting ? null : goneOnMs;
      if (isWaiting || (toMs !== null && toMs > endMs)) waits.push({ fromMs: endMs, toMs });
    }
  }
  return waits;
}

// When the thread went on from the checkpoint that an execution without a result had read.
function goneOnAt(
  { checkpoints }: RecordIndex,
  { namespace, before, made }: Execution,
  axis: TimelineAxis,
): number | null {
  if (before === null || made !== null) return null;
  const times = checkpoints.after(namespace, before).flatMap(({ createdAt }) => createdAt ?? []);
  return times.length === 0 ? null : axis.placeOf(minMax(times)[0]);
}

function superstepMarks(
  index: RecordIndex,
  placed: ReadonlyMap<string, PlacedExecution>,
  axis: TimelineAxis,
): TimelineMark[] {
  const marks = new Map<string, { step: number | null; startedAt: number }>();
  for (const { execution, spans } of placed.values()) {
    if (execution.parentId !== null && index.executions.get(execution.parentId) !== undefined) continue;
    const startedAt = spans[0]?.start;
    if (startedAt === undefined) continue;
    const { before, step, superstep } = execution;
    const key = JSON.stringify(before ?? [step, superstep, spans[0]?.runId ?? null]);
    const mark = marks.get(key);
    if (mark) mark.startedAt = Math.min(mark.startedAt, startedAt);
    else marks.set(key, { step, startedAt });
  }
  return [...marks.values()].map(({ step, startedAt }) => ({
    kind: 'superstep',
    step,
    atMs: axis.placeOf(startedAt),
  }));
}

function editMarks({ checkpoints }: ScopedRecord, axis: TimelineAxis): TimelineMark[] {
  return checkpoints.flatMap(({ source, step, createdAt }) =>
    source === 'update' && createdAt !== null
      ? { kind: 'edit' as const, step, atMs: axis.placeOf(createdAt) }
      : [],
  );
}

function indexOrNull(list: readonly string[], entry: string): number | null {
  const index = list.indexOf(entry);
  return index < 0 ? null : index;
}

// Rows are flat but for short lists of numbers and words.
function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const entries = Object.entries(one);
  const others = new Map(Object.entries(other));
  return entries.length === others.size && entries.every(([key, value]) => isEqual(value, others.get(key)));
}
