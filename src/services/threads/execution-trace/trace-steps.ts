import type { TraceRow } from './trace-row.ts';

/** The task that takes in the input; not a node of the graph. */
const startTask = '__start__';

/** A (sub)graph: its id on the canvas, and its checkpoint namespace; `null` for the root graph. */
export interface SubgraphScope {
  readonly container: string;
  readonly namespace: string | null;
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

/** Time between two checkpoints; unknown if another run made the second, perhaps days later. */
export function msBetween(row: TraceRow, child: TraceRow): number | null {
  if (row.runId === null || row.runId !== child.runId) return null;
  const ms = Date.parse(child.createdAt ?? '') - Date.parse(row.createdAt ?? '');
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}
