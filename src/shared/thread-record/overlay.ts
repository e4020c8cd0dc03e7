import type { Execution, ThreadRecord } from '../model/thread-record.ts';
import { branchTo, executionsOf, turnOf } from './branch.ts';
import { indexRecord, runThatMade, predecessorOf, type RecordIndex } from './record-index.ts';
import { addTokenSum, tokenSumsByNode, type TokenSum } from './sum-tokens.ts';
import { workedTime, type WorkedTime } from './worked-time.ts';

/** What the overlays cover: one run, the turn that leads to a checkpoint (`null`: the newest one), or all that ran. */
export type OverlayScope =
  | { readonly kind: 'run'; readonly runId: string }
  | { readonly kind: 'turn'; readonly checkpointId: string | null }
  | { readonly kind: 'thread' };

/** A superstep: what ran side by side in the root graph, or in one call of a subgraph. */
export interface OverlayStep {
  /** The subgraph's id on the canvas; empty for the root graph. */
  readonly container: string;
  readonly runId: string | null;
  /** Index of the step that led to this one; `null` if none or unknown. */
  readonly previousStep: number | null;
  /** The start of the (sub)graph led to it. */
  readonly isFirst: boolean;
  /** The (sub)graph ended with it. */
  readonly isLast: boolean;
  readonly executions: readonly Execution[];
}

/** What is known of a node in a scope. */
export interface NodeTotals {
  readonly visits: number;
  readonly time: WorkedTime | null;
  /** With those of everything inside it; `null` if none is known. */
  readonly tokens: number | null;
  /** Some of its executions, or of a node inside it, report no tokens while others do. Omitted otherwise. */
  readonly hasUnknownTokens?: true;
}

export function executionsIn(record: ThreadRecord, scope: OverlayScope): readonly Execution[] {
  const started = record.executions.filter(hasStarted);
  switch (scope.kind) {
    case 'thread':
      return started;
    case 'run':
      return started.filter((one) => runsOf(record, one).includes(scope.runId));
    default: {
      const baseId = scope.checkpointId ?? record.headId;
      if (baseId === null) return [];
      const index = indexRecord(record);
      const ids = new Set(
        executionsOf(record, turnOf(branchTo(record, baseId))).map(({ executionId }) => executionId),
      );
      for (const one of index.executions.thatRead('', baseId))
        if (one.made === null) for (const id of withInside(index, one)) ids.add(id);
      return started.filter(({ executionId }) => ids.has(executionId));
    }
  }
}

export function stepsIn(record: ThreadRecord, scope: OverlayScope): readonly OverlayStep[] {
  const index = indexRecord(record);
  const groups = new Map<string, Execution[]>();
  for (const execution of executionsIn(record, scope)) {
    const key = stepKey(execution);
    const group = groups.get(key);
    if (group) group.push(execution);
    else groups.set(key, [execution]);
  }
  const keys = new Map([...groups.keys()].map((key, position) => [key, position]));
  const madeBy = new Map<string, number>();
  for (const [key, [first]] of groups) {
    const position = keys.get(key);
    if (first !== undefined && first.made !== null && position !== undefined)
      madeBy.set(`${first.namespace} ${first.made}`, position);
  }
  const steps = [...groups.values()].map((executions): OverlayStep => {
    const [first] = executions;
    if (first === undefined) throw new Error('A step has at least one execution.');
    return {
      container: containerOf(first),
      runId: endingRun(index, first),
      previousStep: previousStep(index, first, madeBy) ?? keys.get(eventKey(first, -1)) ?? null,
      isFirst: isFirst(index, first),
      isLast: isLast(index, first),
      executions,
    };
  });
  return steps;
}

// What is known of each node in a scope, with the containers around what ran. Each execution's tokens are its own, so those
// of a subgraph are the sum over what is inside.
export function totalsIn(record: ThreadRecord, scope: OverlayScope): ReadonlyMap<string, NodeTotals> {
  const executions = executionsIn(record, scope);
  if (scope.kind === 'turn') return totalsOf(executions, null);
  const runId = scope.kind === 'run' ? scope.runId : null;
  const totals = new Map(totalsOf(executions, runId));
  const runs = record.runs.filter((run) => runId === null || run.runId === runId);
  const unclear = runs.some(({ hasUnlistedTasks }) => hasUnlistedTasks === true)
    ? totals.keys()
    : runId === null
      ? []
      : perhapsWorkedIn(record, runId, new Set(executions));
  for (const nodeId of unclear) {
    const nodeTotals = totals.get(nodeId);
    if (nodeTotals !== undefined) totals.set(nodeId, { ...nodeTotals, time: asLowerBound(nodeTotals.time) });
  }
  return totals;
}

// Nodes of which the run may have worked at more executions than is known.
function perhapsWorkedIn(
  record: ThreadRecord,
  runId: string,
  countedExecutions: ReadonlySet<Execution>,
): ReadonlySet<string> {
  const run = record.runs.find((one) => one.runId === runId);
  const from = run?.createdAt ?? Number.NEGATIVE_INFINITY;
  const to = run?.endedAt ?? Number.POSITIVE_INFINITY;
  const isWithin = ({ runId: spanRunId, startedAt, endedAt }: Execution['spans'][number]): boolean =>
    spanRunId === null && (startedAt?.ms ?? from) < to && (endedAt?.ms ?? to) > from;
  return new Set(
    record.executions.flatMap((one) =>
      !countedExecutions.has(one) && one.spans.some((span) => isWithin(span))
        ? withContainers(one.nodeId)
        : [],
    ),
  );
}

/** As `totalsIn`, of some executions. `runId`: only the time of this run counts. */
export function totalsOf(
  executions: readonly Execution[],
  runId: string | null,
): ReadonlyMap<string, NodeTotals> {
  const byNode = new Map<string, Execution[]>();
  const executionsByParent = new Map<string, Execution[]>();
  for (const execution of executions) {
    append(byNode, execution.nodeId, execution);
    const [, ...containers] = withContainers(execution.nodeId);
    for (const id of containers) append(executionsByParent, id, execution);
  }
  const sums = new Map<string, TokenSum>();
  for (const [nodeId, sum] of tokenSumsByNode(executions))
    for (const id of withContainers(nodeId)) sums.set(id, addTokenSum(sums.get(id) ?? null, sum));
  const callerIds = new Set(executions.map(({ parentId }) => parentId));
  const totals = new Map<string, NodeTotals>();
  for (const nodeId of new Set([...byNode.keys(), ...executionsByParent.keys()])) {
    const nodeExecutions = byNode.get(nodeId) ?? [];
    const callers = byNode.get(nodeId.slice(0, Math.max(0, nodeId.lastIndexOf(':')))) ?? [];
    const time = workedTime(nodeExecutions, runId);
    // A subgraph that a function calls may leave nothing in the history.
    const isHidden = callers.some((one) => hasStarted(one) && !callerIds.has(one.executionId));
    totals.set(nodeId, {
      visits: nodeExecutions.length,
      time: (isHidden ? asLowerBound(time) : time) ?? timeAround(executionsByParent.get(nodeId) ?? [], runId),
      tokens: sums.get(nodeId)?.tokens ?? null,
      ...(sums.get(nodeId)?.isLowerBound === true ? { hasUnknownTokens: true } : {}),
    });
  }
  return totals;
}

// What is known of a container's time by what ran inside it: it took no less.
function timeAround(innerExecutions: readonly Execution[], runId: string | null): WorkedTime | null {
  const time = asLowerBound(workedTime(innerExecutions, runId));
  return time === null ? null : { ...time, sumMs: time.ms };
}

// Where there may be more than is known.
function asLowerBound(time: WorkedTime | null): WorkedTime | null {
  return time === null || time.bound === 'atMost' ? null : { ...time, bound: 'atLeast' };
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

function hasStarted({ status, spans, made, hasResult }: Execution): boolean {
  if (spans.length > 0 || made !== null || hasResult) return true;
  return status !== 'next' && status !== 'queued' && status !== 'unknown';
}

// The runs that worked on an execution; the run of its checkpoint where no span names one.
function runsOf(record: ThreadRecord, execution: Execution): readonly string[] {
  const ids = execution.spans.flatMap(({ runId }) => runId ?? []);
  if (ids.length > 0) return ids;
  const runId = runThatMade(indexRecord(record), execution);
  return runId === null ? [] : [runId];
}

function endingRun({ record, checkpoints }: RecordIndex, first: Execution): string | null {
  const checkpoint = first.made === null ? undefined : checkpoints.get(first.namespace, first.made);
  return checkpoint?.runId ?? runsOf(record, first).at(-1) ?? null;
}

// Supersteps are identified by the checkpoints around them; without them, by the number that events give.
function stepKey(execution: Execution): string {
  const { parentId, namespace, before, made } = execution;
  return before === null ? eventKey(execution, 0) : JSON.stringify([parentId, namespace, before, made]);
}

function eventKey({ parentId, namespace, step, spans }: Execution, offset: number): string {
  return JSON.stringify([
    parentId,
    namespace,
    step === null ? null : step + offset,
    spans.at(-1)?.runId ?? '',
    'events',
  ]);
}

function previousStep(
  { checkpoints }: RecordIndex,
  { namespace, before }: Execution,
  madeBy: ReadonlyMap<string, number>,
): number | null {
  const visited = new Set<string>();
  for (let id = before; id !== null && !visited.has(id);) {
    visited.add(id);
    const step = madeBy.get(`${namespace} ${id}`);
    if (step !== undefined) return step;
    const checkpoint = checkpoints.get(namespace, id);
    // What ran after an edit need not have followed what ran before it.
    if (checkpoint?.source !== 'fork') return null;
    id = predecessorOf(checkpoint);
  }
  return null;
}

function isFirst({ checkpoints }: RecordIndex, { namespace, before, step }: Execution): boolean {
  if (before === null) return step === 1;
  const visited = new Set<string>();
  for (let id = before; !visited.has(id);) {
    visited.add(id);
    const checkpoint = checkpoints.get(namespace, id);
    if (checkpoint === undefined) return false;
    const parentId = predecessorOf(checkpoint);
    if (parentId === null) return false;
    if (checkpoint.source !== 'fork') return checkpoints.get(namespace, parentId)?.source === 'input';
    id = parentId;
  }
  return false;
}

function isLast({ checkpoints }: RecordIndex, { namespace, made }: Execution): boolean {
  return made !== null && checkpoints.get(namespace, made)?.next.length === 0;
}

function containerOf({ nodeId, name }: Execution): string {
  return nodeId.length > name.length ? nodeId.slice(0, nodeId.length - name.length - 1) : '';
}

function withContainers(nodeId: string): readonly string[] {
  const ids = [nodeId];
  for (let index = nodeId.lastIndexOf(':'); index > 0; index = nodeId.lastIndexOf(':', index - 1))
    ids.push(nodeId.slice(0, index));
  return ids;
}

function withInside(index: RecordIndex, { executionId }: Execution): readonly string[] {
  const ids = [executionId];
  for (const inner of index.executions.inside(executionId))
    for (const id of withInside(index, inner)) ids.push(id);
  return ids;
}
