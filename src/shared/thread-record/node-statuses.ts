import type {
  Execution,
  ExecutionSpan,
  ExecutionStatus,
  RecordedRun,
  ThreadRecord,
} from '../model/thread-record.ts';
import { branchTo, checkpointsAfter, executionsCopiedInto, executionsOf, turnOf } from './branch.ts';
import { indexRecord, type RecordIndex } from './record-index.ts';
import { timeOfSpans, type WorkedTime } from './worked-time.ts';

/** What the canvas shows: the newest state, an older checkpoint, or what one run made of the thread. */
export type CanvasTarget =
  | { readonly kind: 'head' }
  | { readonly kind: 'checkpoint'; readonly checkpointId: string }
  | { readonly kind: 'run'; readonly runId: string };

// `later`: it ran only after the displayed checkpoint, on a branch that goes through it.
export type CanvasStatus = ExecutionStatus | 'later';

export interface NodeStatusEntry {
  readonly status: CanvasStatus;
  /** How often it ran in the turn up to there. */
  readonly visits: number;
  readonly time: WorkedTime | null;
}

/**
 * The status of each node that has anything to do with the turn of a checkpoint: those that ran on the way to it, those of the superstep
 * that follows, and those that ran only after it. A node that ran on other branches only is not among them. `null` for a
 * checkpoint or run of which the record knows nothing.
 */
export function nodeStatuses(
  record: ThreadRecord,
  target: CanvasTarget,
): ReadonlyMap<string, NodeStatusEntry> | null {
  const view = viewOf(record, target);
  return view === null ? null : nodeStatusesOf(indexRecord(record), view);
}

interface View {
  readonly baseId: string | null;
  // The run whose doing is shown; `null` for a state.
  readonly runId: string | null;
  // The server says that the run is queued or running, but no checkpoint or event of it is known yet: only the checkpoint
  // that it continues from (`baseId`), if any.
  readonly isStarting: boolean;
  // An older checkpoint: what ran after it is marked as later.
  readonly isPast: boolean;
}

function viewOf(record: ThreadRecord, target: CanvasTarget): View | null {
  switch (target.kind) {
    case 'checkpoint': {
      const { checkpoints } = indexRecord(record);
      if (checkpoints.get('', target.checkpointId) === undefined) return null;
      return { baseId: target.checkpointId, runId: null, isStarting: false, isPast: true };
    }
    case 'run':
      return viewOfRun(record, target.runId);
    default: {
      const ahead =
        record.runs.find(({ status }) => status === 'running') ??
        record.runs.findLast((run) => isAheadOfState(record, run));
      const state = { baseId: record.headId, runId: null, isStarting: false, isPast: false };
      return ahead === undefined ? state : (viewOfRun(record, ahead.runId) ?? state);
    }
  }
}

// Whether only its events report what a run did: the newest state of the record is the one before it.
function isAheadOfState({ checkpoints }: ThreadRecord, { runId, isOfEvents }: RecordedRun): boolean {
  return isOfEvents === true && !checkpoints.some((one) => one.namespace === '' && one.runId === runId);
}

function viewOfRun(record: ThreadRecord, runId: string): View | null {
  const { executions, checkpoints } = indexRecord(record);
  const newest = checkpoints.newestOfRun(runId);
  if (newest !== undefined) return { baseId: newest.checkpointId, runId, isStarting: false, isPast: false };
  const read = executions.lastOfRun(runId, ({ before }) => before !== null)?.before ?? null;
  if (read !== null) return { baseId: read, runId, isStarting: false, isPast: false };
  const run = record.runs.find((one) => one.runId === runId);
  if (run === undefined && executions.lastOfRun(runId) === undefined) return null;
  const { kind, checkpointId } = run?.origin ?? { kind: 'unknown', checkpointId: null };
  const isStarting = run?.status === 'queued' || run?.status === 'running';
  // An input begins a turn of which nothing is known yet.
  const isAhead = isStarting || run?.isOfEvents === true;
  const continues = isAhead && (kind === 'resume' || kind === 'continue');
  return { baseId: continues ? (checkpointId ?? record.headId) : null, runId, isStarting, isPast: false };
}

// Which of the statuses of one node's executions is displayed. Of the nodes in a container, `statusPrecedence`
// in src/renderer/graph/model/aggregate-status.ts decides.
const precedence: readonly CanvasStatus[] = [
  'running',
  'failed',
  'interrupted',
  'cancelled',
  'aborted',
  'queued',
  'next',
  'unknown',
  'finished',
];

// An execution with its status as of what is displayed.
interface Shown {
  readonly execution: Execution;
  readonly status: CanvasStatus;
  readonly spans: number;
}

function nodeStatusesOf(index: RecordIndex, view: View): ReadonlyMap<string, NodeStatusEntry> {
  const { record } = index;
  const entries: Shown[] = [];
  const later = new Set<string>();
  if (view.baseId !== null) {
    for (const execution of executionsOf(record, turnOf(branchTo(record, view.baseId))))
      entries.push({ execution, status: execution.status, spans: execution.spans.length });
  }
  const before = new Set(entries.map(({ execution }) => execution.executionId));
  const asOf = runAsOf(index, view);
  const addCurrent = (execution: Execution): void => {
    if (before.has(execution.executionId)) return;
    const now = statusAsOf(index, execution, asOf);
    if (now === 'later') {
      later.add(execution.nodeId);
      for (const id of nodesInside(index, execution)) later.add(id);
      return;
    }
    const isOwn = view.runId !== null && hasWorkedOn(view.runId, execution);
    const isStarting = view.isStarting && !isOwn && (now.status === 'next' || now.status === 'interrupted');
    entries.push({ execution, spans: now.spans, status: isStarting ? 'queued' : now.status });
    for (const copied of executionsCopiedInto(index, execution))
      entries.push({ execution: copied, status: copied.status, spans: copied.spans.length });
    for (const inner of index.executions.inside(execution.executionId))
      if (asOf !== null || !isLeftBehind(index, inner)) addCurrent(inner);
  };
  const current = currentExecutions(index, view, asOf);
  for (const execution of current) addCurrent(execution);
  if (view.isPast && view.baseId !== null) {
    const after = new Set(checkpointsAfter(record, view.baseId)).add(view.baseId);
    for (const execution of record.executions) {
      if (execution.namespace !== '' || execution.before === null || !after.has(execution.before)) continue;
      if (!hasStarted(execution)) continue;
      later.add(execution.nodeId);
      for (const id of nodesInside(index, execution)) later.add(id);
    }
  }
  return summarize(entries, before, later);
}

// As of which run the superstep is shown: `null` as it is now, `none` before any run.
type AsOf = { readonly order: ReadonlyMap<string, number>; readonly rank: number } | 'none' | null;

function runAsOf(index: RecordIndex, { baseId, runId, isPast }: View): AsOf {
  const order = new Map(index.record.runs.map((run, rank) => [run.runId, rank]));
  if (runId !== null) {
    const rank = order.get(runId);
    return rank === undefined ? null : { order, rank };
  }
  if (!isPast || baseId === null) return null;
  const finishedExecutions = index.executions.thatRead('', baseId).filter(({ made }) => made !== null);
  if (finishedExecutions.length === 0) return null;
  // A superstep that took several runs waited for something: that is what the checkpoint shows.
  const first = finishedExecutions[0]?.made;
  const ranks = finishedExecutions.flatMap((one) =>
    one.made === first ? runsThatWorkedOn(one).map((id) => order.get(id) ?? 0) : [],
  );
  const min = ranks.reduce((lowest, rank) => Math.min(lowest, rank), Number.POSITIVE_INFINITY);
  return ranks.some((rank) => rank > min) ? { order, rank: min } : 'none';
}

function currentExecutions(
  { record, executions }: RecordIndex,
  { baseId, runId, isPast }: View,
  asOf: AsOf,
): Execution[] {
  const byId = new Map<string, Execution>();
  const read = baseId === null ? [] : executions.thatRead('', baseId);
  const hasOpen = read.some(({ made }) => made === null);
  // Several branches may have gone on from a superstep: until then it is one.
  const finishedExecutions = read.filter(({ made }) => made !== null);
  const isOwn = (one: Execution): boolean => runId !== null && runsThatWorkedOn(one).includes(runId);
  const branch = (read.findLast(isOwn) ?? finishedExecutions[0])?.made ?? null;
  const onBranch = new Set(read.flatMap(({ made, taskId }) => (made === branch ? taskId : [])));
  for (const execution of read) {
    // Now, only what is open counts: the others belong to branches that went on.
    if (asOf === null && hasOpen && execution.made !== null) continue;
    if (execution.made !== branch && (execution.made !== null || onBranch.has(execution.taskId))) continue;
    byId.set(execution.executionId, execution);
  }
  // The Python server lists no task of a node that waited for several others: only events report that it ran.
  const runIds = isPast ? new Set<string>() : runId === null ? runsOfTurn(record, baseId) : new Set([runId]);
  for (const execution of executions.unplaced()) {
    const isQueued = !isPast && execution.status === 'queued';
    if (isQueued || execution.spans.some(({ runId: id }) => id !== null && runIds.has(id)))
      byId.set(execution.executionId, execution);
  }
  return [...byId.values()];
}

function runsOfTurn(record: ThreadRecord, baseId: string | null): ReadonlySet<string> {
  if (baseId === null) return new Set();
  const { checkpoints } = turnOf(branchTo(record, baseId));
  return new Set(checkpoints.flatMap(({ source, runId }) => (source === 'update' ? [] : (runId ?? []))));
}

function statusAsOf(
  { record }: RecordIndex,
  execution: Execution,
  asOf: AsOf,
): { readonly status: CanvasStatus; readonly spans: number } | 'later' {
  const { status, spans } = execution;
  if (asOf === null) return { status, spans: spans.length };
  const nothing = { status: 'next', spans: 0 } as const;
  if (asOf === 'none') {
    // The runs that it took are not known, but it asked.
    const hasAsked = record.questions.some(({ executionId }) => executionId === execution.executionId);
    if (hasAsked) return { status: 'interrupted', spans: 0 };
    return execution.namespace !== '' && hasStarted(execution) ? 'later' : nothing;
  }
  const rankOf = (id: string): number => asOf.order.get(id) ?? asOf.rank;
  // Of most executions, all runs.
  if (spans.every(({ runId }) => runId === null || rankOf(runId) <= asOf.rank))
    return { status, spans: spans.length };
  const runs = runsThatWorkedOn(execution);
  const runIdsUntilThen = runs.filter((id) => rankOf(id) <= asOf.rank);
  const last = runIdsUntilThen.at(-1);
  if (last === undefined) return execution.namespace === '' ? nothing : 'later';
  const count = spans.filter(({ runId }) => runId === null || rankOf(runId) <= asOf.rank).length;
  return { status: statusAfter(record, execution, last), spans: count };
}

// How an execution stood when a run ended that left it to another one.
function statusAfter(record: ThreadRecord, { executionId }: Execution, runId: string): CanvasStatus {
  const ending = record.runs.find((run) => run.runId === runId)?.ending ?? null;
  switch (ending?.kind) {
    case 'failed':
      return ending.executionId === null || ending.executionId === executionId ? 'failed' : 'aborted';
    case 'cancelled':
    case 'timed-out':
      return 'cancelled';
    case 'paused':
      return 'next';
    default:
      return 'interrupted';
  }
}

// Whether an edit inside a subgraph, or a new start of it, went on from elsewhere than where an execution had stopped.
function isLeftBehind({ checkpoints }: RecordIndex, { namespace, before, made }: Execution): boolean {
  if (made !== null || before === null) return false;
  if (checkpoints.after(namespace, before).length > 0) return true;
  // All checkpoints of a namespace with ids are of one task.
  return /:[^:|]*$/.test(namespace) && checkpoints.newest(namespace) !== before;
}

function hasWorkedOn(runId: string, { spans }: Execution): boolean {
  return spans.some((span) => span.runId === runId);
}

function runsThatWorkedOn({ spans }: Execution): string[] {
  return spans.flatMap(({ runId }) => runId ?? []);
}

function hasStarted({ status, spans, made, hasResult }: Execution): boolean {
  if (spans.length > 0 || made !== null || hasResult) return true;
  return status !== 'next' && status !== 'queued' && status !== 'unknown';
}

function nodesInside(index: RecordIndex, execution: Execution): string[] {
  return index.executions
    .inside(execution.executionId)
    .flatMap((inner) => (hasStarted(inner) ? [inner.nodeId, ...nodesInside(index, inner)] : []));
}

function summarize(
  entries: readonly Shown[],
  before: ReadonlySet<string>,
  later: ReadonlySet<string>,
): ReadonlyMap<string, NodeStatusEntry> {
  const byNode = new Map<string, Map<string, Shown>>();
  for (const one of entries) {
    const { nodeId, executionId } = one.execution;
    const nodeEntries = byNode.get(nodeId);
    if (nodeEntries) nodeEntries.set(executionId, one);
    else byNode.set(nodeId, new Map([[executionId, one]]));
  }
  const nodes = new Map<string, NodeStatusEntry>();
  for (const [nodeId, nodeEntries] of byNode)
    nodes.set(nodeId, summarizeNode([...nodeEntries.values()], before));
  for (const nodeId of later)
    if (!nodes.has(nodeId)) nodes.set(nodeId, { status: 'later', visits: 0, time: null });
  return nodes;
}

function summarizeNode(entries: readonly Shown[], before: ReadonlySet<string>): NodeStatusEntry {
  const spans: ExecutionSpan[] = [];
  let visits = 0;
  for (const { execution, status, spans: count } of entries) {
    const isAhead = status === 'next' || status === 'queued';
    if (count === 0 && (isAhead || !hasStarted(execution))) continue;
    visits += 1;
    if (execution.spans.length === 0) spans.push(unknownSpan);
    for (const [index, span] of execution.spans.slice(0, count).entries())
      if (span.endedAt !== null || status !== 'running' || index < count - 1) spans.push(span);
  }
  const statuses = currentStatuses(entries, before);
  const status = precedence.find((one) => statuses.has(one)) ?? entries.at(-1)?.status ?? 'unknown';
  return { status, visits, time: timeOfSpans(spans) };
}

const unknownSpan: ExecutionSpan = { runId: null, startedAt: null, endedAt: null, attempts: null };

// The statuses in the superstep that is displayed. Of several attempts at a task the last one counts.
function currentStatuses(entries: readonly Shown[], before: ReadonlySet<string>): ReadonlySet<CanvasStatus> {
  const wentOn = callsWithoutBadEnd(entries);
  const byNamespace = new Map<string, Map<string, CanvasStatus>>();
  for (const one of entries) {
    const { executionId, namespace, taskId } = one.execution;
    if (before.has(executionId) || isGivenUp(one, wentOn)) continue;
    const byTask = byNamespace.get(namespace);
    if (byTask) byTask.set(taskId, one.status);
    else byNamespace.set(namespace, new Map([[taskId, one.status]]));
  }
  return new Set([...byNamespace.values()].flatMap((byTask) => [...byTask.values()]));
}

// Whether the call of a subgraph that it was part of ended badly and was made again, which only events report.
function isGivenUp(
  { execution, status }: Shown,
  callsThatWentOn: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  if (!isBadEnd(status) || execution.before !== null || execution.parentId === null) return false;
  const calls = callsThatWentOn.get(execution.parentId);
  return calls !== undefined && (calls.size > 1 || !calls.has(execution.namespace));
}

// By what they are inside of, the calls in which executions of a node did not end badly.
function callsWithoutBadEnd(entries: readonly Shown[]): ReadonlyMap<string, ReadonlySet<string>> {
  const calls = new Map<string, Set<string>>();
  for (const { execution, status } of entries) {
    const { parentId, namespace } = execution;
    if (parentId === null || isBadEnd(status)) continue;
    const namespaces = calls.get(parentId);
    if (namespaces) namespaces.add(namespace);
    else calls.set(parentId, new Set([namespace]));
  }
  return calls;
}

function isBadEnd(status: CanvasStatus): boolean {
  return status === 'failed' || status === 'cancelled';
}
