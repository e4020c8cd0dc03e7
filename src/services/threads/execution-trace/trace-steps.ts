import type { TraceStep, TraceTask } from '../../../shared/model/threads/execution-trace.ts';
import type { TraceRow, TraceRowTask } from './trace-row.ts';

/** The task that takes in the input; not a node of the graph. */
const startTask = '__start__';

/** Steps of a (sub)graph, and whether checkpoints are missing before the oldest. */
export interface StepsOfGraph {
  readonly steps: readonly TraceStep[];
  readonly broken: boolean;
}

/** A (sub)graph: its id on the canvas, and its checkpoint namespace; `null` for the root graph. */
export interface SubgraphScope {
  readonly container: string;
  readonly namespace: string | null;
}

/**
 * Supersteps of a namespace from its checkpoints, oldest first. `at`: index of the first step in the whole list;
 * `seen`: counted messages, because subgraphs pass theirs on.
 */
export function toTraceSteps(
  { container, namespace }: SubgraphScope,
  rows: readonly TraceRow[],
  at: number,
  seen: Set<string>,
): StepsOfGraph {
  /** Index of the step that made a checkpoint. */
  const madeBy = new Map<string | null, number>();
  const steps: TraceStep[] = [];
  for (const { before: row, after, tasks, isFirst } of listSupersteps(rows)) {
    const before = row.source === 'loop' ? madeBy.get(row.checkpointId) : undefined;
    if (after !== null) madeBy.set(after.checkpointId, at + steps.length);
    steps.push({
      container,
      previousStep: before ?? null,
      isFirst,
      runId: after === null ? row.runId : after.runId,
      isLast: after?.next.length === 0,
      tasks: toTasks(tasks, after === null ? null : msBetween(row, after), seen),
      ...checkpointsOf(namespace, row, after?.checkpointId ?? null),
    });
  }
  return { steps, broken: isMissingParents(rows) };
}

/** Tasks that ran from a checkpoint, and the checkpoint that a run made of it; `null` if they stopped there. */
export interface TracedSuperstep<R extends TraceRow> {
  readonly before: R;
  readonly after: R | null;
  readonly tasks: R['tasks'];
  /** The start of the (sub)graph led to it. */
  readonly isFirst: boolean;
}

/**
 * What ran in a namespace, from its checkpoints (newest first), oldest first. A checkpoint's tasks ran once per
 * child checkpoint made by a run (several after a fork); without children they ran only if they failed, wait, or
 * have a result.
 */
export function listSupersteps<R extends TraceRow>(rows: readonly R[]): TracedSuperstep<R>[] {
  const childrenOf = new Map<string | null, R[]>();
  for (const row of rows) {
    if (row.source !== 'loop') continue;
    const siblings = childrenOf.get(row.parentId);
    if (siblings) siblings.push(row);
    else childrenOf.set(row.parentId, [row]);
  }
  const started = new Set<string | null>();
  const found: TracedSuperstep<R>[] = [];
  for (const before of rows.toReversed()) {
    const children = (childrenOf.get(before.checkpointId) ?? []).toReversed();
    if (before.tasks.some(({ name }) => name === startTask)) {
      for (const { checkpointId } of children) started.add(checkpointId);
      continue;
    }
    const isFirst = started.has(before.checkpointId);
    for (const after of children) found.push({ before, after, tasks: before.tasks, isFirst });
    const stopped = children.length === 0 ? before.tasks.filter(({ ran }) => ran) : [];
    if (stopped.length > 0) found.push({ before, after: null, tasks: stopped, isFirst });
  }
  return found;
}

/** Checkpoints are missing before the oldest. */
export function isMissingParents(rows: readonly TraceRow[]): boolean {
  const ids = new Set(rows.map(({ checkpointId }) => checkpointId));
  return rows.some(({ parentId }) => parentId !== null && !ids.has(parentId));
}

function checkpointsOf(
  namespace: string | null,
  { checkpointId: from }: TraceRow,
  made: string | null,
): Pick<TraceStep, 'checkpoints'> {
  return from === null ? {} : { checkpoints: { namespace: namespace ?? '', from, made } };
}

function toTasks(tasks: readonly TraceRowTask[], ms: number | null, seen: Set<string>): TraceTask[] {
  const timed = new Set<string>();
  return tasks.map(({ name, namespace, tokens }) => {
    const ownMs = timed.has(name) ? null : ms;
    timed.add(name);
    const own = { name, ms: ownMs, tokens: freshTokens(tokens, seen), from: [] };
    return namespace === null ? own : { ...own, namespace };
  });
}

function freshTokens(tokens: ReadonlyMap<string, number>, seen: Set<string>): number | null {
  let sum: number | null = null;
  for (const [id, count] of tokens) {
    if (seen.has(id)) continue;
    if (!id.startsWith('#')) seen.add(id);
    sum = (sum ?? 0) + count;
  }
  return sum;
}

/** Time between two checkpoints; unknown if another run made the second, perhaps days later. */
export function msBetween(row: TraceRow, child: TraceRow): number | null {
  if (row.runId === null || row.runId !== child.runId) return null;
  const ms = Date.parse(child.createdAt ?? '') - Date.parse(row.createdAt ?? '');
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}
