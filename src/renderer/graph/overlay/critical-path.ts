import type { TraceStep, TraceTask } from '../../../shared/model/threads/execution-trace.ts';

/** The longest chain of observed durations. */
export interface CriticalPath {
  /** The steps on it, with only the tasks that held it up. */
  readonly steps: readonly TraceStep[];
  /** The sum of the known durations of its steps in the root graph. */
  readonly ms: number;
  /** In this many of its steps, some duration is unknown, or several nodes have the same one. */
  readonly unclear: number;
}

/**
 * The critical path of a run. The tasks of a superstep run side by side and the next one waits for all of
 * them, so the path goes through the slowest task of each; in a subgraph on the path, through those of its own
 * steps. Of several branches, the one with the latest step counts.
 */
export function criticalPath(steps: readonly TraceStep[]): CriticalPath {
  const chains = chainsByContainer(steps);
  const onPath = new Map<number, readonly TraceTask[]>();
  let unclear = 0;

  const follow = (chain: readonly number[]): void => {
    const calls = new Map<string, number>();
    for (const at of chain) {
      const step = steps[at];
      if (!step) continue;
      const slowest = slowestTasks(step);
      if (slowest.isUnclear) unclear += 1;
      onPath.set(at, slowest.tasks);
      for (const { name } of slowest.tasks) {
        const id = step.container === '' ? name : `${step.container}:${name}`;
        calls.set(id, (calls.get(id) ?? 0) + 1);
      }
    }
    for (const [id, count] of calls) {
      // The slowest calls of a subgraph took its longest chains.
      const inner = (chains.get(id) ?? []).toSorted((a, b) => durationOf(steps, b) - durationOf(steps, a));
      for (const one of inner.slice(0, count)) follow(one);
    }
  };
  const root = chains.get('')?.at(-1) ?? [];
  follow(root);

  const order = [...onPath.keys()].toSorted((a, b) => a - b);
  const indexes = new Map(order.map((at, index) => [at, index]));
  return {
    steps: order.flatMap((at) => {
      const step = steps[at];
      if (!step) return [];
      const previousStep = step.previousStep === null ? null : (indexes.get(step.previousStep) ?? null);
      return [{ ...step, previousStep, tasks: [...(onPath.get(at) ?? [])] }];
    }),
    ms: durationOf(steps, root),
    unclear,
  };
}

/** The executions of each (sub)graph: step indexes in order, by container; the latest execution last. */
function chainsByContainer(steps: readonly TraceStep[]): ReadonlyMap<string, readonly number[][]> {
  const followed = new Set(steps.flatMap(({ previousStep }) => previousStep ?? []));
  const chains = new Map<string, number[][]>();
  for (const [end, { container }] of steps.entries()) {
    if (followed.has(end)) continue;
    const chain: number[] = [];
    const seen = new Set<number>();
    for (let at: number | null | undefined = end; typeof at === 'number' && !seen.has(at);) {
      seen.add(at);
      chain.unshift(at);
      at = steps[at]?.previousStep;
    }
    const known = chains.get(container);
    if (known) known.push(chain);
    else chains.set(container, [chain]);
  }
  return chains;
}

/** The task that a step waited for: several if they took equally long, none if that is unknown. */
function slowestTasks({ tasks }: TraceStep): { tasks: readonly TraceTask[]; isUnclear: boolean } {
  // A step's time may be recorded on one task of each node.
  const byName = new Map<string, TraceTask>();
  for (const task of tasks) {
    const known = byName.get(task.name);
    if (!known || (task.ms ?? -1) > (known.ms ?? -1)) byName.set(task.name, task);
  }
  const nodes = [...byName.values()];
  if (nodes.length < 2) return { tasks: nodes, isUnclear: nodes.some(({ ms }) => ms === null) };
  const most = nodes.reduce((longest, { ms }) => Math.max(longest, ms ?? -1), -1);
  const slowest = nodes.filter(({ ms }) => ms !== null && ms === most);
  return { tasks: slowest, isUnclear: slowest.length !== 1 || nodes.some(({ ms }) => ms === null) };
}

function durationOf(steps: readonly TraceStep[], chain: readonly number[]): number {
  return chain.reduce((sum, at) => {
    const step = steps[at];
    return sum + (step ? (slowestTasks(step).tasks[0]?.ms ?? 0) : 0);
  }, 0);
}
