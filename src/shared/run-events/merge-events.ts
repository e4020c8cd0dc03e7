import type {
  Execution,
  ExecutionSpan,
  RecordedRun,
  RecordedTime,
  RunEnding,
  ThreadRecord,
} from '../model/thread-record.ts';
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
 * A record with what only events report: exact times of parallel tasks, attempts, tokens, what runs at this moment,
 * tasks of graphs that write no checkpoints, and runs that the record does not list, which have no thread or just
 * started. Where checkpoints are certain, events change nothing. `undecidedRuns`: runs that the studio may continue where
 * they stop; nobody knows yet that they are paused.
 */
export function mergeEvents(
  record: ThreadRecord,
  runs: readonly RunEvents[],
  undecidedRuns: ReadonlySet<string> = noRuns,
): ThreadRecord {
  if (runs.length === 0) return record;
  const listed = new Map(record.runs.map((run) => [run.runId, run]));
  const lookUps = lookUpsOf(record);
  const { changed, added } = mergeTasks(record, runs, listed, lookUps);
  limitToRuns(changed, added, runs, listed);
  // With times that are within the run: an execution must not end after it for the sake of one inside it.
  for (const execution of changed.keys()) widenAround(execution, changed, lookUps);
  const executions = [...record.executions];
  for (const [{ executionId }, newExecution] of changed)
    executions[lookUps.positions.get(executionId) ?? 0] = newExecution;
  return {
    ...record,
    executions: withAdded(executions, added, lookUps),
    runs: mergeRuns(record.runs, runs, listed, undecidedRuns),
  };
}

type ListedRuns = ReadonlyMap<string, RecordedRun>;

// What events make of the executions of a record: those that differ, by what they were, and those that it does not list.
interface MergedTasks {
  readonly changed: Map<Execution, Execution>;
  readonly added: Execution[];
}

function mergeTasks(
  record: ThreadRecord,
  runs: readonly RunEvents[],
  listed: ListedRuns,
  { byTask }: LookUps,
): MergedTasks {
  const changed = new Map<Execution, Execution>();
  const added: Execution[] = [];
  const addedAt = new Map<string, number>();
  const add = (execution: Execution): void => {
    // A run has each of its tasks once.
    if (runs.length === 1) {
      added.push(execution);
      return;
    }
    const index = addedAt.get(execution.executionId);
    const earlier = index === undefined ? undefined : added[index];
    if (index !== undefined && earlier !== undefined) added[index] = workedAgain(earlier, execution);
    else addedAt.set(execution.executionId, added.push(execution) - 1);
  };
  for (const events of runs) {
    const run = listed.get(events.runId) ?? null;
    // Events are ahead of checkpoints until the server says that the run has ended.
    const isLive = run === null || run.status !== 'ended';
    for (const task of events.tasks) {
      const execution = executionOf(byTask.get(task.taskId) ?? [], events.runId);
      if (execution === null) add(executionFromEvents(task, events, run, byTask));
      else {
        const current = changed.get(execution) ?? execution;
        const context = { run, isLive, isLast: isLastRunOf(execution, events) };
        changed.set(execution, mergedCached(current, task, events, context));
      }
    }
    for (const [execution, status] of leftOpen(record, events, run))
      if (!changed.has(execution)) changed.set(execution, { ...execution, status });
    for (const task of uncoveredInferredTasks(record, events))
      added.push(executionFromEvents(task, events, run, byTask));
  }
  return { changed, added };
}

// Nothing of a run that has ended goes on after it.
function limitToRuns(
  changed: Map<Execution, Execution>,
  added: Execution[],
  runs: readonly RunEvents[],
  listed: ListedRuns,
): void {
  const endMsByRun = new Map(
    runs.flatMap(({ runId }) => {
      const run = listed.get(runId);
      return run?.status === 'ended' && run.endedAt !== null ? [[runId, run.endedAt] as const] : [];
    }),
  );
  if (endMsByRun.size === 0) return;
  for (const [execution, newExecution] of changed)
    changed.set(execution, withinRuns(newExecution, endMsByRun));
  for (const [index, execution] of added.entries()) added[index] = withinRuns(execution, endMsByRun);
}

function mergeRuns(
  recorded: readonly RecordedRun[],
  runs: readonly RunEvents[],
  listed: ListedRuns,
  undecidedRuns: ReadonlySet<string>,
): RecordedRun[] {
  const eventsById = new Map(runs.map((events) => [events.runId, events]));
  return [
    ...recorded.map((run) =>
      mergedRun(undecidedRuns.has(run.runId) ? withoutPause(run) : run, eventsById.get(run.runId)),
    ),
    ...runs.filter(({ runId }) => !listed.has(runId)).map(runOfEvents),
  ];
}

const noRuns: ReadonlySet<string> = new Set();

// The server says that the run has stopped.
function withoutPause(run: RecordedRun): RecordedRun {
  const isPaused = run.ending?.kind === 'paused' || run.ending?.kind === 'unknown';
  return isPaused ? { ...run, status: 'running', endedAt: null, ending: null } : run;
}

// Look-ups in a record without events, made once for it: a live run is merged with it many times a second.
interface LookUps {
  readonly positions: ReadonlyMap<string, number>;
  readonly byTask: ReadonlyMap<string, readonly Execution[]>;
  readonly inside: ReadonlyMap<string, readonly Execution[]>;
  // The nodes that have not finished somewhere.
  readonly openNodeIds: ReadonlySet<string>;
}

const lookUpsOfRecords = new WeakMap<ThreadRecord, LookUps>();

function lookUpsOf(record: ThreadRecord): LookUps {
  const earlier = lookUpsOfRecords.get(record);
  if (earlier !== undefined) return earlier;
  const positions = new Map<string, number>();
  const byTask = new Map<string, Execution[]>();
  const executionsByParent = new Map<string, Execution[]>();
  const openNodeIds = new Set<string>();
  for (const [index, execution] of record.executions.entries()) {
    positions.set(execution.executionId, index);
    append(byTask, execution.taskId, execution);
    if (execution.parentId !== null) append(executionsByParent, execution.parentId, execution);
    if (execution.made === null) openNodeIds.add(execution.nodeId);
  }
  const lookUps = { positions, byTask, inside: executionsByParent, openNodeIds };
  lookUpsOfRecords.set(record, lookUps);
  return lookUps;
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

// An event is sent after what it reports: an execution that it times starts no later than those inside it, and ends no earlier.
function widenAround(
  outer: Execution,
  changed: Map<Execution, Execution>,
  { inside }: Pick<LookUps, 'inside'>,
): void {
  for (const execution of inside.get(outer.executionId) ?? []) {
    const container = changed.get(outer);
    if (container === undefined) return;
    widenAround(execution, changed, { inside });
    const inner = changed.get(execution) ?? execution;
    const spans = container.spans.map((span) => widened(span, inner.spans));
    if (spans.some((span, index) => span !== container.spans[index]))
      changed.set(outer, { ...container, spans });
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

// An event is seen after what it reports, on a busy computer long after: nothing of a run began or ended after the run did.
function withinRuns(execution: Execution, endMsByRun: ReadonlyMap<string, number>): Execution {
  const spans = execution.spans.map((span) => {
    const endMs = endMsByRun.get(span.runId ?? '') ?? Infinity;
    const startedAt = seenBefore(span.startedAt, endMs);
    const endedAt = seenBefore(span.endedAt, endMs);
    return startedAt === span.startedAt && endedAt === span.endedAt ? span : { ...span, startedAt, endedAt };
  });
  return spans.every((span, index) => span === execution.spans[index]) ? execution : { ...execution, spans };
}

function seenBefore(time: RecordedTime | null, ms: number): RecordedTime | null {
  if (time?.source !== 'seen' || time.ms <= ms) return time;
  return { ...time, ms, bound: time.bound === 'exact' ? 'atMost' : time.bound };
}

// Tasks that were inferred from updates, and that no checkpoint covers: once the record has checkpoints, only nodes that are next and
// not listed yet.
function uncoveredInferredTasks(record: ThreadRecord, { inferred }: RunEvents): readonly TaskEvents[] {
  if (inferred.length === 0 || record.checkpoints.length === 0) return inferred;
  const queued = inferred.filter(({ status }) => status === 'queued');
  if (queued.length === 0) return queued;
  const { openNodeIds } = lookUpsOf(record);
  return queued.filter(({ nodeId }) => !openNodeIds.has(nodeId));
}

// Executions at which the server says that a run works, and about which its events say nothing although they have ended: the run
// did not come to them.
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

// Whether a run has ended with its events, and does not go on as another one that the studio started.
function isEnd({ outcome, continuedBy }: NonNullable<RunEvents['end']>): boolean {
  return outcome !== 'lost' && continuedBy === undefined;
}

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
    tasks.filter((task) => task.status === status);
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

// Whether a run is the last one that is known to have worked at an execution.
function isLastRunOf({ spans }: Execution, { runId }: RunEvents): boolean {
  const last = spans.at(-1);
  return last === undefined || last.runId === runId;
}

interface Merge {
  readonly task: TaskEvents;
  readonly isLive: boolean;
  readonly isOver: boolean;
  readonly isLast: boolean;
  readonly execution: Execution;
}

interface MergeContext {
  readonly run: RecordedRun | null;
  readonly isLive: boolean;
  readonly isLast: boolean;
}

// The last merge of each execution, which most changes of a record leave as it is.
const merges = new WeakMap<Execution, Merge>();

function mergedCached(
  execution: Execution,
  task: TaskEvents,
  events: RunEvents,
  { run, isLive, isLast }: MergeContext,
): Execution {
  const cached = merges.get(execution);
  const isOver = run?.status === 'ended' || (events.end !== null && isEnd(events.end));
  if (
    cached?.task === task &&
    cached.isLive === isLive &&
    cached.isOver === isOver &&
    cached.isLast === isLast
  )
    return cached.execution;
  const result = mergedExecution(execution, task, events, { isOver, isLive, isLast });
  merges.set(execution, { task, isLive, isOver, isLast, execution: result });
  return result;
}

// Of several executions of a task, the one that a run worked at; the newest, if it is not known yet.
function executionOf(executions: readonly Execution[], runId: string): Execution | null {
  return (
    executions.find(({ spans }) => spans.some((span) => span.runId === runId)) ?? executions.at(-1) ?? null
  );
}

// Statuses that checkpoints alone can't decide.
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
  // A rolled-back run leaves no trace at its task. If other runs came later, this one says nothing about the present.
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

// What a model did outside of the result is in events alone; events may lack the beginning.
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
  const runSpan = spans.find((span) => span.runId === runId) ?? null;
  const shiftMs = runSpan === null ? 0 : shiftInto(runSpan, task);
  const newSpan: ExecutionSpan = {
    runId,
    startedAt: moreCertainTime(runSpan?.startedAt ?? null, shifted(task.startedAt, shiftMs), Math.max),
    endedAt:
      status === 'running'
        ? null
        : moreCertainTime(runSpan?.endedAt ?? null, shifted(task.endedAt, shiftMs), Math.min),
    attempts: task.attempts ?? runSpan?.attempts ?? null,
  };
  const { startedAt, endedAt } = newSpan;
  if (startedAt !== null && endedAt !== null && endedAt.ms < startedAt.ms)
    return runSpan === null
      ? spans
      : spans.map((span) => (span === runSpan ? { ...runSpan, attempts: newSpan.attempts } : span));
  if (runSpan !== null) return spans.map((span) => (span === runSpan ? newSpan : span));
  // Others of the runs that one without an id stands for may have worked at it, too.
  const index = spans.findIndex((span) => span.runId === null);
  return index < 0 ? [...spans, newSpan] : spans.toSpliced(index, 0, newSpan);
}

// How far the times of events seen here are from the server's bounds: how long a task took is known better than when its events
// were sent.
function shiftInto(span: ExecutionSpan, { startedAt, endedAt }: TaskEvents): number {
  if (startedAt?.source === 'seen' && span.startedAt !== null && startedAt.ms < span.startedAt.ms)
    return span.startedAt.ms - startedAt.ms;
  if (endedAt?.source === 'seen' && span.endedAt !== null && endedAt.ms > span.endedAt.ms)
    return span.endedAt.ms - endedAt.ms;
  return 0;
}

function shifted(time: RecordedTime | null, shiftMs: number): RecordedTime | null {
  return time === null || shiftMs === 0 || time.source === 'server'
    ? time
    : { ...time, ms: time.ms + shiftMs };
}

// The time that is known best: an exact one of the server, one seen here, a bound. Where an event contradicts the bound of a
// checkpoint, the bound is the time. `choose`: the later of two starts, the earlier of two ends.
function moreCertainTime(
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

// The last execution made of each task, which most changes of its run leave as it is.
const addedTasks = new WeakMap<TaskEvents, AddedTask>();

// A task that no checkpoint lists yet, or whose graph writes none.
function executionFromEvents(
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

// A task that no checkpoint lists, and at which another run worked, too: both are one execution.
function workedAgain(earlier: Execution, later: Execution): Execution {
  const spans = [...earlier.spans, ...later.spans];
  const { tokens, models } = (earlier.tokens ?? -1) > (later.tokens ?? -1) ? earlier : later;
  return { ...later, spans, tokens, models };
}

// Executions with added ones: each last inside its parent, or else after those of its run.
function withAdded(
  executions: Execution[],
  added: readonly Execution[],
  { positions }: Pick<LookUps, 'positions'>,
): Execution[] {
  if (added.length === 0) return executions;
  const isNested = added.some(({ parentId }) => parentId !== null);
  // Most graphs have thousands of tasks beside each other, and few inside each other.
  if (executions.length === 0 && !isNested) return [...added];
  const addedIds = new Set(isNested ? added.map(({ executionId }) => executionId) : []);
  const byParent = new Map<string, Execution[]>();
  const byRun = new Map<string | null, Execution[]>();
  for (const execution of added) {
    const { parentId } = execution;
    if (parentId !== null && (positions.has(parentId) || addedIds.has(parentId)))
      append(byParent, parentId, execution);
    else append(byRun, runOf(execution), execution);
  }
  const places = insertionPlaces(executions, byParent, byRun, positions);
  return isNested ? insertTrees(executions, places, byParent, added) : insertAt(executions, places);
}

interface InsertionPlace {
  // Of the execution after which they belong, and where what is inside it ends.
  readonly index: number;
  readonly end: number;
  readonly inserted: readonly Execution[];
}

function insertionPlaces(
  executions: readonly Execution[],
  byParent: ReadonlyMap<string, readonly Execution[]>,
  byRun: ReadonlyMap<string | null, readonly Execution[]>,
  positions: LookUps['positions'],
): readonly InsertionPlace[] {
  const places = [
    ...[...byParent].map(([parentId, inserted]) => ({ index: positions.get(parentId) ?? null, inserted })),
    ...[...byRun].map(([runId, inserted]) => ({ index: lastRootOf(executions, runId), inserted })),
  ].flatMap(({ index, inserted }) =>
    index === null ? [] : { index, end: endOfTree(executions, index), inserted },
  );
  // At the same place, what is deeper inside comes first.
  return places.toSorted((one, other) => one.end - other.end || other.index - one.index);
}

function insertAt(
  executions: readonly Execution[],
  places: readonly InsertionPlace[],
  add: (execution: Execution, all: Execution[]) => void = pushTo,
): Execution[] {
  const all: Execution[] = [];
  let start = 0;
  for (const { end, inserted } of places) {
    for (const execution of executions.slice(start, end)) all.push(execution);
    for (const execution of inserted) add(execution, all);
    start = end;
  }
  for (const execution of executions.slice(start)) all.push(execution);
  return all;
}

function pushTo(execution: Execution, all: Execution[]): void {
  all.push(execution);
}

// Each with what was added inside it.
function insertTrees(
  executions: readonly Execution[],
  places: readonly InsertionPlace[],
  byParent: ReadonlyMap<string, readonly Execution[]>,
  added: readonly Execution[],
): Execution[] {
  const placed = new Set<Execution>();
  const addTree = (execution: Execution, all: Execution[]): void => {
    if (placed.has(execution)) return;
    all.push(execution);
    placed.add(execution);
    for (const inner of byParent.get(execution.executionId) ?? []) addTree(inner, all);
  };
  const all = insertAt(executions, places, addTree);
  // Inside each other, by a server's mistake.
  for (const execution of added) if (!placed.has(execution)) all.push(execution);
  return all;
}

// The last execution of the root graph that a run worked at; of a run without any, the last one of all.
function lastRootOf(executions: readonly Execution[], runId: string | null): number {
  const isRoot = ({ parentId }: Execution): boolean => parentId === null;
  const index = executions.findLastIndex((one) => isRoot(one) && runOf(one) === runId);
  return index < 0 ? executions.findLastIndex(isRoot) : index;
}

// Where what follows an execution is not inside it any more.
function endOfTree(executions: readonly Execution[], index: number): number {
  const ids = new Set(executions.slice(index, index + 1).map(({ executionId }) => executionId));
  let end = index + 1;
  for (; end < executions.length; end += 1) {
    const { executionId, parentId } = executions[end] ?? {};
    if (parentId === undefined || parentId === null || !ids.has(parentId)) break;
    if (executionId !== undefined) ids.add(executionId);
  }
  return Math.min(end, executions.length);
}

function runOf({ spans }: Execution): string | null {
  return spans.at(-1)?.runId ?? null;
}

// How a run stands by its events, where its server says less or does not know it yet.
function mergedRun(run: RecordedRun, events: RunEvents | undefined): RecordedRun {
  if (events === undefined) return run;
  const { end } = events;
  if (run.status !== 'ended')
    return end !== null && isEnd(end) ? endedRun(run, events, end) : startedRun(run, events);
  if (end === null || run.ending === null) return run;
  const ending = mergedEnding(run.ending, events, end);
  return ending === run.ending ? run : { ...run, ending };
}

// Its server still lists it as active, or did when it was asked last.
function endedRun(run: RecordedRun, events: RunEvents, end: NonNullable<RunEvents['end']>): RecordedRun {
  const ending = endingOfEvents(events, end);
  return { ...run, status: 'ended', endedAt: events.lastAt, ending, isOfEvents: true };
}

function startedRun(run: RecordedRun, events: RunEvents): RecordedRun {
  return run.status === 'queued' && hasStarted(events) ? { ...run, status: 'running' } : run;
}

// A run sends its first event when it begins.
function hasStarted({ lastAt, tasks }: RunEvents): boolean {
  return lastAt !== null || tasks.length > 0;
}

// Why a run ended, which its record does not say.
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
