import type { Execution } from '../../../shared/model/thread-record.ts';
import type { OverlayStep } from '../../../shared/thread-record/overlay.ts';
import { workedTime } from '../../../shared/thread-record/worked-time.ts';

export interface CriticalPath {
  // The steps on it, with only the tasks that held it up.
  readonly steps: readonly OverlayStep[];
  // The sum of the known durations of its steps in the root graph.
  readonly ms: number;
  // In this many of its steps, some duration is unknown, or several nodes have the same one.
  readonly unclear: number;
}

// The critical path of a run ("Bottleneck" in the window). The tasks of a superstep run side by side and the next one waits for all of
// them, so the path goes through the slowest task of each; in a subgraph on the path, through those of its own
// steps. Of several branches, the one with the latest step counts.
export function criticalPath(steps: readonly OverlayStep[]): CriticalPath {
  const chains = chainsByContainer(steps);
  const onPath = new Map<number, readonly Execution[]>();
  let unclearCount = 0;

  const follow = (chain: readonly number[]): void => {
    const calls = new Map<string, number>();
    for (const index of chain) {
      const step = steps[index];
      if (!step) continue;
      const slowest = slowestTasks(step);
      if (slowest.isUnclear) unclearCount += 1;
      onPath.set(index, slowest.tasks);
      for (const { nodeId } of slowest.tasks) calls.set(nodeId, (calls.get(nodeId) ?? 0) + 1);
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
    steps: order.flatMap((index) => {
      const step = steps[index];
      if (!step) return [];
      const previousStep = step.previousStep === null ? null : (indexes.get(step.previousStep) ?? null);
      return [{ ...step, previousStep, executions: onPath.get(index) ?? [] }];
    }),
    ms: durationOf(steps, root),
    unclear: unclearCount,
  };
}

// The executions of each (sub)graph: step indexes in order, by container; the latest execution last.
function chainsByContainer(steps: readonly OverlayStep[]): ReadonlyMap<string, readonly number[][]> {
  const followed = new Set(steps.flatMap(({ previousStep }) => previousStep ?? []));
  const chains = new Map<string, number[][]>();
  for (const [end, { container }] of steps.entries()) {
    if (followed.has(end)) continue;
    const chain: number[] = [];
    const visited = new Set<number>();
    for (let step: number | null | undefined = end; typeof step === 'number' && !visited.has(step);) {
      visited.add(step);
      chain.unshift(step);
      step = steps[step]?.previousStep;
    }
    const siblings = chains.get(container);
    if (siblings) siblings.push(chain);
    else chains.set(container, [chain]);
  }
  return chains;
}

// The node that a step waited for: several if they may have taken equally long, none if that is unknown.
function slowestTasks({ executions }: OverlayStep): { tasks: readonly Execution[]; isUnclear: boolean } {
  // Of several tasks of a node, the longest.
  const byNode = new Map<string, { task: Execution; ms: number | null; isExact: boolean }>();
  for (const task of executions) {
    const time = workedTime([task]);
    const slowest = byNode.get(task.nodeId);
    if (slowest && (time?.ms ?? -1) <= (slowest.ms ?? -1)) continue;
    byNode.set(task.nodeId, { task, ms: time?.ms ?? null, isExact: time?.bound === 'exact' });
  }
  const nodes = [...byNode.values()];
  if (nodes.length < 2) {
    return { tasks: nodes.map(({ task }) => task), isUnclear: nodes.some(({ ms }) => ms === null) };
  }
  const maxMs = nodes.reduce((max, { ms }) => Math.max(max, ms ?? -1), -1);
  const slowest = nodes.filter(({ ms }) => ms !== null && ms === maxMs);
  return {
    tasks: slowest.map(({ task }) => task),
    isUnclear: slowest.length !== 1 || nodes.some(({ isExact }) => !isExact),
  };
}

function durationOf(steps: readonly OverlayStep[], chain: readonly number[]): number {
  return chain.reduce((sum, index) => {
    const slowest = steps[index] === undefined ? undefined : slowestTasks(steps[index]).tasks[0];
    return sum + ((slowest && workedTime([slowest])?.ms) ?? 0);
  }, 0);
}
