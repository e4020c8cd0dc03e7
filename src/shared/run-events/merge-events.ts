import type {
  Execution,
  ExecutionSpan,
  RecordedRun,
  RecordedTime,
  RunEnding,
  ThreadRecord,
} from '../model/threads/thread-record.ts';
import { isRecursionError } from './recursion-error.ts';
import type { RunEvents, TaskEvents } from './run-events.ts';

/** Of a thread of which nothing is known. */
export function emptyRecord(threadId: string): ThreadRecord {
  return {
    threadId,
    headId: null,
    checkpoints: [],
    copies: [],
    executions: [],
    questions: [],
    runs: [],
    gaps: [],
  };
}

/**
 * A record with what only events report: exact times of parallel tasks, attempts, tokens, what runs at this moment, tasks of
 * graphs that write no checkpoints, and runs that the record does not list, which have no thread or just began. Where
 * checkpoints are certain, events change nothing.
 */
export function mergeEvents(record: ThreadRecord, runs: readonly RunEvents[]): ThreadRecord {
  if (runs.length === 0) return record;
  const listed = new Map(record.runs.map((run) => [run.runId, run]));
  const byTask = executionsByTask(record);
  const changed = new Map<Execution, Execution>();
  const added: Execution[] = [];
  for (const events of runs) {
    const run = listed.get(events.runId) ?? null;
    // Events are ahead of checkpoints until the server says that the run has ended.
    const isLive = run === null || run.status !== 'ended';
    for (const task of events.tasks.values()) {
      const execution = executionOf(byTask.get(task.taskId) ?? [], events.runId);
      if (execution === null) added.push(ofEvents(task, events, run, byTask));
      else {
        const own = changed.get(execution) ?? execution;
        changed.set(
          execution,
          merged(own, task, events, { run, isLive, mayBeLast: mayBeLast(execution, events) }),
        );
      }
    }
    for (const [execution, status] of leftOpen(record, events, run))
      if (!changed.has(execution)) changed.set(execution, { ...execution, status });
    for (const task of inferredBeside(record, events)) added.push(ofEvents(task, events, run, byTask));
  }
  widenAround(record.executions, changed);
  const unlisted = runs.filter(({ runId }) => !listed.has(runId));
  return {
    ...record,
    executions: withAdded(
      changed.size === 0
        ? record.executions
        : record.executions.map((execution) => changed.get(execution) ?? execution),
      added,
    ),
    runs: [
      ...record.runs.map((run) =>
        mergedRun(
          run,
          runs.find(({ runId }) => runId === run.runId),
        ),
      ),
      ...unlisted.map(runOfEvents),
    ],
  };
}

/** An event is sent after what it reports: an execution that it times starts no later than those inside it, and ends no earlier. */
function widenAround(executions: readonly Execution[], changed: Map<Execution, Execution>): void {
  if (changed.size === 0) return;
  const byId = new Map(executions.map((execution) => [execution.executionId, execution]));
  // Those inside an execution follow it.
  for (const execution of executions.toReversed()) {
    const outer = execution.parentId === null ? undefined : byId.get(execution.parentId);
    const own = outer === undefined ? undefined : changed.get(outer);
    if (outer === undefined || own === undefined) continue;
    const inner = changed.get(execution) ?? execution;
    const spans = own.spans.map((span) => widened(span, inner.spans));
    if (spans.some((span, index) => span !== own.spans[index])) changed.set(outer, { ...own, spans });
  }
}

function widened(span: ExecutionSpan, inner: readonly ExecutionSpan[]): ExecutionSpan {
  const same = span.runId === null ? undefined : inner.find(({ runId }) => runId === span.runId);
  if (same === undefined) return span;
  const { startedAt, endedAt } = span;
  const startMs = same.startedAt?.ms ?? Infinity;
  const endMs = same.endedAt?.ms ?? -Infinity;
  if ((startedAt?.ms ?? -Infinity) <= startMs && (endedAt?.ms ?? Infinity) >= endMs) return span;
  return {
    ...span,
    startedAt: startedAt && { ...startedAt, ms: Math.min(startedAt.ms, startMs) },
    endedAt: endedAt && { ...endedAt, ms: Math.max(endedAt.ms, endMs) },
  };
}

/** Checkpoints say about nodes what updates do, and list those that are next once they are read. */
function inferredBeside(record: ThreadRecord, { inferred }: RunEvents): readonly TaskEvents[] {
  if (inferred.length === 0 || record.checkpoints.length === 0) return inferred;
  const queued = inferred.filter(({ status }) => status === 'queued');
  if (queued.length === 0) return queued;
  const open = new Set<string>();
  for (const { nodeId, made } of record.executions) if (made === null) open.add(nodeId);
  return queued.filter(({ nodeId }) => !open.has(nodeId));
}

/**
 * Executions at which the server says that a run works, and about which its events say nothing although they have ended: the run
 * did not come to them.
 */
function* leftOpen(
  { executions }: ThreadRecord,
  { runId, end }: RunEvents,
  run: RecordedRun | null,
): Generator<readonly [Execution, Execution['status']]> {
  if (run === null || run.status === 'ended' || end === null || !isEnd(end)) return;
  const status =
    end.outcome === 'interrupted' ? 'next' : end.outcome === 'cancelled' ? 'cancelled' : 'unknown';
  for (const execution of executions) {
    const workedAt = execution.spans.at(-1)?.runId ?? runId;
    if (execution.status === 'running' && workedAt === runId) yield [execution, status];
  }
}

/** Whether a run has ended with its events, and does not go on as another one that the studio started. */
function isEnd({ outcome, continuedBy }: NonNullable<RunEvents['end']>): boolean {
  return outcome !== 'lost' && continuedBy === undefined;
}

/** A run by its events alone. */
function runOfEvents(events: RunEvents): RecordedRun {
  const { runId, origin, createdAt, lastAt, end } = events;
  return {
    runId,
    assistantId: null,
    origin,
    source: 'unknown',
    createdAt,
    endedAt: end === null ? null : lastAt,
    status: end !== null ? 'ended' : hasStarted(events) ? 'running' : 'queued',
    ending: end === null ? null : endingOfEvents(events, end),
    ...(end === null ? {} : { isOfEvents: true }),
  };
}

function endingOfEvents(
  { tasks, hasInterrupt }: RunEvents,
  { outcome, error }: NonNullable<RunEvents['end']>,
): RunEnding {
  const withStatus = (status: TaskEvents['status']): TaskEvents[] =>
    [...tasks.values()].filter((task) => task.status === status);
  switch (outcome) {
    case 'finished':
      return { kind: 'finished' };
    case 'cancelled':
      return { kind: 'cancelled', isKept: null };
    case 'interrupted': {
      const executionIds = withStatus('interrupted').map(({ taskId }) => taskId);
      return executionIds.length > 0 || hasInterrupt
        ? { kind: 'interrupted', executionIds }
        : { kind: 'paused', place: 'unknown', nodes: [] };
    }
    case 'failed': {
      const failed = withStatus('failed');
      const containers = new Set(failed.map(({ parentTaskId }) => parentTaskId));
      return {
        kind: 'failed',
        executionId: failed.find(({ taskId }) => !containers.has(taskId))?.taskId ?? null,
        error,
        isRecursionLimit: isRecursionError(error),
      };
    }
    default:
      return { kind: 'unknown', why: 'Its events ended before it did.' };
  }
}

/** Whether no other run may have worked at an execution after this one. */
function mayBeLast({ spans }: Execution, { runId }: RunEvents): boolean {
  const last = spans.at(-1);
  return last === undefined || last.runId === runId;
}

/** Cached, because a live run changes a record many times a second. */
const byTaskOf = new WeakMap<ThreadRecord, ReadonlyMap<string, readonly Execution[]>>();

function executionsByTask(record: ThreadRecord): ReadonlyMap<string, readonly Execution[]> {
  const known = byTaskOf.get(record);
  if (known !== undefined) return known;
  const byTask = new Map<string, Execution[]>();
  for (const execution of record.executions) {
    const others = byTask.get(execution.taskId);
    if (others) others.push(execution);
    else byTask.set(execution.taskId, [execution]);
  }
  byTaskOf.set(record, byTask);
  return byTask;
}

interface Merge {
  readonly task: TaskEvents;
  readonly isLive: boolean;
  readonly isOver: boolean;
  readonly mayBeLast: boolean;
  readonly execution: Execution;
}

interface MergeContext {
  readonly run: RecordedRun | null;
  readonly isLive: boolean;
  readonly mayBeLast: boolean;
}

/** The last merge of each execution, which most changes of a record leave as it is. */
const merges = new WeakMap<Execution, Merge>();

function merged(
  execution: Execution,
  task: TaskEvents,
  events: RunEvents,
  { run, isLive, mayBeLast: isLast }: MergeContext,
): Execution {
  const known = merges.get(execution);
  const isOver = run?.status === 'ended' || (events.end !== null && isEnd(events.end));
  if (
    known?.task === task &&
    known.isLive === isLive &&
    known.isOver === isOver &&
    known.mayBeLast === isLast
  )
    return known.execution;
  const result = mergedExecution(execution, task, events, { isOver, isLive, isLast });
  merges.set(execution, { task, isLive, isOver, mayBeLast: isLast, execution: result });
  return result;
}

/** Of several executions of a task, the one that a run worked at; the newest, if it is not known yet. */
function executionOf(executions: readonly Execution[], runId: string): Execution | null {
  return (
    executions.find(({ spans }) => spans.some((span) => span.runId === runId)) ?? executions.at(-1) ?? null
  );
}

/** Statuses that checkpoints alone leave open while a run works, or that they can't tell. */
const openStatuses: ReadonlySet<Execution['status']> = new Set([
  'running',
  'queued',
  'next',
  'unknown',
  'interrupted',
]);

function mergedExecution(
  execution: Execution,
  task: TaskEvents,
  { runId }: RunEvents,
  {
    isOver,
    isLive,
    isLast,
  }: { readonly isOver: boolean; readonly isLive: boolean; readonly isLast: boolean },
): Execution {
  const isNews = isLive && openStatuses.has(execution.status);
  // A rolled-back run leaves its task without a word. Where other runs came later, this one tells nothing of now.
  const isMissing = execution.status === 'unknown' && isOver && isLast;
  // The run does not work at it any more, whatever the server said before.
  const isLeft = isLive && isOver && execution.status === 'running';
  const status =
    (isNews || isMissing) && (task.status !== 'unknown' || isLeft) ? task.status : execution.status;
  return {
    ...execution,
    status,
    spans: mergedSpans(execution, task, runId, status),
    error: execution.error ?? (status === 'failed' || status === 'cancelled' ? task.error : null),
    ...largerUsage(execution, task),
    from: execution.from.length > 0 ? execution.from : [...task.from],
  };
}

/** What a model did outside of the result is in events alone; events may lack the beginning. */
function largerUsage(execution: Execution, task: TaskEvents): Pick<Execution, 'tokens' | 'models'> {
  const { tokens, models } = (task.tokens ?? -1) > (execution.tokens ?? -1) ? task : execution;
  return { tokens, models: [...models] };
}

function mergedSpans(
  { spans }: Execution,
  task: TaskEvents,
  runId: string,
  status: Execution['status'],
): ExecutionSpan[] {
  // Servers report the start of tasks that a resumed run does not execute again.
  const isOther = spans.length > 0 && !spans.some((span) => span.runId === runId || span.runId === null);
  if (status === 'next' || status === 'queued' || (isOther && task.endedAt === null && status !== 'running'))
    return spans;
  const own = spans.find((span) => span.runId === runId) ?? null;
  const shiftMs = own === null ? 0 : shiftInto(own, task);
  const merge: ExecutionSpan = {
    runId,
    startedAt: better(own?.startedAt ?? null, shifted(task.startedAt, shiftMs), Math.max),
    endedAt:
      status === 'running' ? null : better(own?.endedAt ?? null, shifted(task.endedAt, shiftMs), Math.min),
    attempts: task.attempts ?? own?.attempts ?? null,
  };
  const { startedAt, endedAt } = merge;
  if (startedAt !== null && endedAt !== null && endedAt.ms < startedAt.ms)
    return own === null
      ? spans
      : spans.map((span) => (span === own ? { ...own, attempts: merge.attempts } : span));
  if (own !== null) return spans.map((span) => (span === own ? merge : span));
  // Others of the runs that one without an id stands for may have worked at it, too.
  const index = spans.findIndex((span) => span.runId === null);
  return index < 0 ? [...spans, merge] : spans.toSpliced(index, 0, merge);
}

/**
 * How far the times of events seen here are from the server's bounds: how long a task took is known better than when its events
 * were sent.
 */
function shiftInto(own: ExecutionSpan, { startedAt, endedAt }: TaskEvents): number {
  if (startedAt?.source === 'seen' && own.startedAt !== null && startedAt.ms < own.startedAt.ms)
    return own.startedAt.ms - startedAt.ms;
  if (endedAt?.source === 'seen' && own.endedAt !== null && endedAt.ms > own.endedAt.ms)
    return own.endedAt.ms - endedAt.ms;
  return 0;
}

function shifted(time: RecordedTime | null, shiftMs: number): RecordedTime | null {
  return time === null || shiftMs === 0 || time.source === 'server'
    ? time
    : { ...time, ms: time.ms + shiftMs };
}

/**
 * The time that is known best: an exact one of the server, one seen here, a bound. An event that contradicts what a checkpoint
 * says is taken for that. `choose`: the later of two starts, the earlier of two ends.
 */
function better(
  checkpoint: RecordedTime | null,
  event: RecordedTime | null,
  choose: (one: number, other: number) => number,
): RecordedTime | null {
  if (checkpoint === null || event === null) return checkpoint ?? event;
  if (event.bound !== 'exact' || (checkpoint.bound === 'exact' && event.source === 'seen')) return checkpoint;
  const ms = choose(event.ms, checkpoint.ms);
  return ms === event.ms ? event : { ...event, ms };
}

interface AddedTask {
  readonly runId: string;
  readonly parentId: string | null;
  readonly isOver: boolean;
  readonly execution: Execution;
}

/** The last execution made of each task, which most changes of its run leave as it is. */
const addedTasks = new WeakMap<TaskEvents, AddedTask>();

/** A task that no checkpoint tells of yet, or whose graph writes none. */
function ofEvents(
  task: TaskEvents,
  { runId, end }: RunEvents,
  run: RecordedRun | null,
  byTask: ReadonlyMap<string, readonly Execution[]>,
): Execution {
  const parent = task.parentTaskId === null ? null : executionOf(byTask.get(task.parentTaskId) ?? [], runId);
  const parentId = parent?.executionId ?? task.parentTaskId;
  const isOver = end !== null || run?.status === 'ended';
  const addedTask = addedTasks.get(task);
  if (addedTask?.runId === runId && addedTask.parentId === parentId && addedTask.isOver === isOver)
    return addedTask.execution;
  const execution: Execution = {
    executionId: task.taskId,
    nodeId: task.nodeId,
    name: task.name,
    taskId: task.taskId,
    namespace: task.namespace,
    parentId,
    innerNamespace: null,
    before: null,
    made: null,
    step: null,
    superstep: task.superstep,
    status: isOver && (task.status === 'running' || task.status === 'queued') ? 'unknown' : task.status,
    spans:
      task.status === 'queued'
        ? []
        : [{ runId, startedAt: task.startedAt, endedAt: task.endedAt, attempts: task.attempts }],
    error: task.error,
    abortedBy: null,
    tokens: task.tokens,
    models: [...task.models],
    from: [...task.from],
    isSent: false,
    hasResult: false,
  };
  addedTasks.set(task, { runId, parentId, isOver, execution });
  return execution;
}

/** Each added execution after those of its parent, or last. */
function withAdded(executions: Execution[], added: readonly Execution[]): Execution[] {
  if (added.length === 0) return executions;
  const parents = new Set(added.flatMap(({ parentId }) => parentId ?? []));
  const isNested =
    parents.size > 0 &&
    [executions, added].some((all) => all.some(({ executionId }) => parents.has(executionId)));
  // A live run adds executions many times a second: those of the root graph need no tree.
  return isNested || executions.some(({ before }) => before === null)
    ? orderedAsTree(executions, added)
    : besideTheirRuns(executions, added);
}

/** Executions of the root graph after those of their run, each of which is followed by those inside it. */
function besideTheirRuns(executions: readonly Execution[], added: readonly Execution[]): Execution[] {
  const ends = new Map<string | null, number>();
  let runId: string | null = null;
  for (const [index, { parentId, spans }] of executions.entries()) {
    if (parentId === null) runId = spans.at(-1)?.runId ?? null;
    ends.set(runId, index + 1);
  }
  const groups = new Map<number, Execution[]>();
  for (const execution of added) {
    const end = ends.get(execution.spans.at(-1)?.runId ?? null) ?? executions.length;
    const group = groups.get(end);
    if (group) group.push(execution);
    else groups.set(end, [execution]);
  }
  const parts: Execution[][] = [];
  let start = 0;
  for (const [end, group] of [...groups].toSorted(([one], [other]) => one - other)) {
    parts.push(executions.slice(start, end), group);
    start = end;
  }
  return [...parts, executions.slice(start)].flat();
}

function orderedAsTree(executions: readonly Execution[], added: readonly Execution[]): Execution[] {
  const inside = new Map<string | null, Execution[]>();
  const ids = new Set([...executions, ...added].map(({ executionId }) => executionId));
  const put = (execution: Execution): void => {
    const { parentId } = execution;
    const key =
      parentId !== null && ids.has(parentId) && parentId !== execution.executionId ? parentId : null;
    const others = inside.get(key);
    if (others) others.push(execution);
    else inside.set(key, [execution]);
  };
  for (const execution of executions) put(execution);
  for (const execution of added) put(execution);
  inside.set(null, byRun(inside.get(null) ?? []));
  const ordered: Execution[] = [];
  const visited = new Set<Execution>();
  const open = (inside.get(null) ?? []).toReversed();
  for (let execution = open.pop(); execution !== undefined; execution = open.pop()) {
    if (visited.has(execution)) continue;
    visited.add(execution);
    ordered.push(execution);
    for (const inner of (inside.get(execution.executionId) ?? []).toReversed()) open.push(inner);
  }
  // Inside each other, by a server's mistake.
  for (const execution of added) if (!visited.has(execution)) ordered.push(execution);
  return ordered;
}

/** Executions that no checkpoint tells of after those of their run that have one. */
function byRun(executions: readonly Execution[]): Execution[] {
  const placed = executions.filter(({ before }) => before !== null);
  const others = executions.filter(({ before }) => before === null);
  if (others.length === 0) return placed;
  const lastOf = new Map(placed.map(({ spans }, index) => [spans.at(-1)?.runId ?? null, index]));
  const after = new Map<number, Execution[]>();
  for (const execution of others) {
    const index = lastOf.get(execution.spans.at(-1)?.runId ?? null) ?? placed.length - 1;
    const group = after.get(index);
    if (group) group.push(execution);
    else after.set(index, [execution]);
  }
  return [
    ...(after.get(-1) ?? []),
    ...placed.flatMap((execution, index) => [execution, ...(after.get(index) ?? [])]),
  ];
}

/** How a run stands by its events, where its server says less or does not know it yet. */
function mergedRun(run: RecordedRun, events: RunEvents | undefined): RecordedRun {
  if (events === undefined) return run;
  const { end } = events;
  if (run.status !== 'ended')
    return end !== null && isEnd(end) ? endedRun(run, events, end) : startedRun(run, events);
  if (end === null || run.ending === null) return run;
  const ending = mergedEnding(run.ending, events, end);
  return ending === run.ending ? run : { ...run, ending };
}

/** Its server still lists it as active, or did when it was asked last. */
function endedRun(run: RecordedRun, events: RunEvents, end: NonNullable<RunEvents['end']>): RecordedRun {
  const ending = endingOfEvents(events, end);
  return { ...run, status: 'ended', endedAt: events.lastAt, ending, isOfEvents: true };
}

function startedRun(run: RecordedRun, events: RunEvents): RecordedRun {
  return run.status === 'queued' && hasStarted(events) ? { ...run, status: 'running' } : run;
}

/** A run sends its first event when it begins. */
function hasStarted({ lastAt, tasks }: RunEvents): boolean {
  return lastAt !== null || tasks.size > 0;
}

/** Why a run ended, which its record does not say. */
function mergedEnding(ending: RunEnding, events: RunEvents, end: NonNullable<RunEvents['end']>): RunEnding {
  if (ending.kind === 'unknown' && isEnd(end)) {
    // Without all events nobody knows whether it asked.
    return end.outcome === 'interrupted' && events.isIncomplete ? ending : endingOfEvents(events, end);
  }
  if (ending.kind !== 'failed' || ending.executionId !== null) return ending;
  if (end.outcome === 'cancelled') return { kind: 'cancelled', isKept: true };
  if (end.error === null) return ending;
  const isRecursionLimit = ending.isRecursionLimit || isRecursionError(end.error);
  return { ...ending, error: ending.error ?? end.error, isRecursionLimit };
}
