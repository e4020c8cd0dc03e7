import type { TraceStep } from '../../../shared/model/threads/execution-trace.ts';

/** The steps of one run within a thread's. Excludes what came before its first one. */
export function stepsOfRun(steps: readonly TraceStep[], runId: string): TraceStep[] {
  const indexes = new Map<number, number>();
  const result: TraceStep[] = [];
  for (const [at, step] of steps.entries()) {
    if (step.runId !== runId) continue;
    indexes.set(at, result.length);
    result.push(step);
  }
  return result.map((step) => ({
    ...step,
    previousStep: step.previousStep === null ? null : (indexes.get(step.previousStep) ?? null),
  }));
}

/** Tokens reported by the events of some runs, by node id. */
export interface ReportedTokens {
  readonly runIds: ReadonlySet<string>;
  readonly nodes: ReadonlyMap<string, number>;
}

/**
 * Adds the tokens that run events report beyond the history, which only knows those of messages that stayed
 * in the state. The difference is added to the node's first step in those runs, because the history assigns
 * an interrupted
 * node to the run that answered.
 */
export function withReportedTokens(
  steps: readonly TraceStep[],
  { runIds, nodes }: ReportedTokens,
): TraceStep[] {
  const isMeant = ({ runId }: TraceStep): boolean => runId !== null && runIds.has(runId);
  const known = tokensByNode(steps.filter(isMeant));
  const missing = new Map<string, number>();
  for (const [id, tokens] of nodes) {
    const more = tokens - (known.get(id) ?? 0);
    if (more > 0) missing.set(id, more);
  }
  const take = (id: string): number => {
    const more = missing.get(id) ?? 0;
    missing.delete(id);
    return more;
  };
  return steps.map((step) => {
    if (!isMeant(step)) return step;
    const tasks = step.tasks.map((task) => {
      const more = take(nodeIdOf(step, task.name));
      return more > 0 ? { ...task, tokens: (task.tokens ?? 0) + more } : task;
    });
    return { ...step, tasks };
  });
}

/** The tokens of all steps, by node id. */
export function tokensByNode(steps: readonly TraceStep[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const step of steps) {
    for (const { name, tokens } of step.tasks) {
      const id = nodeIdOf(step, name);
      if (tokens !== null) found.set(id, (found.get(id) ?? 0) + tokens);
    }
  }
  return found;
}

function nodeIdOf({ container }: TraceStep, name: string): string {
  return container === '' ? name : `${container}:${name}`;
}
