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
 * Supersteps of a namespace from its checkpoints, oldest first. A checkpoint's tasks ran once per child
 * checkpoint made by a run (several after a fork); without children they ran only if they failed, wait, or
 * have a result. `at`: index of the first step in the whole list; `seen`: counted messages, because subgraphs
 * pass theirs on.
 */
export function toTraceSteps(
  { container, namespace }: SubgraphScope,
  rows: readonly TraceRow[],
  at: number,
  seen: Set<string>,
): StepsOfGraph {
  const byId = new Map(rows.map((row) => [row.checkpointId, row]));
  const childrenOf = new Map<string | null, TraceRow[]>();
  for (const row of rows) {
    if (row.source === 'loop') childrenOf.set(row.parentId, [...(childrenOf.get(row.parentId) ?? []), row]);
  }
  /** Index of the step that made a checkpoint. */
  const madeBy = new Map<string | null, number>();
  const started = new Set<string | null>();
  const steps: TraceStep[] = [];
  const broken = rows.some(({ parentId }) => parentId !== null && !byId.has(parentId));

  for (const row of rows.toReversed()) {
    const children = (childrenOf.get(row.checkpointId) ?? []).toReversed();
    if (row.tasks.some(({ name }) => name === startTask)) {
      for (const { checkpointId } of children) started.add(checkpointId);
      continue;
    }
    const before = row.source === 'loop' ? madeBy.get(row.checkpointId) : undefined;
    const from = { container, previousStep: before ?? null, isFirst: started.has(row.checkpointId) };
    for (const child of children) {
      madeBy.set(child.checkpointId, at + steps.length);
      steps.push({
        ...from,
        runId: child.runId,
        isLast: child.next.length === 0,
        tasks: toTasks(row.tasks, msBetween(row, child), seen),
        ...checkpointsOf(namespace, row, child.checkpointId),
      });
    }
    const stopped = children.length === 0 ? row.tasks.filter(({ ran }) => ran) : [];
    if (stopped.length > 0) {
      const tasks = toTasks(stopped, null, seen);
      steps.push({ ...from, runId: row.runId, isLast: false, tasks, ...checkpointsOf(namespace, row, null) });
    }
  }
  return { steps, broken };
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
function msBetween(row: TraceRow, child: TraceRow): number | null {
  if (row.runId === null || row.runId !== child.runId) return null;
  const ms = Date.parse(child.createdAt ?? '') - Date.parse(row.createdAt ?? '');
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}
