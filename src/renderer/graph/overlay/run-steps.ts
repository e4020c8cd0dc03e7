import type { ObservedStep } from '../../../shared/model/observed.ts';

/** The steps of one run out of a thread's. What came before its first one is not its own. */
export function stepsOfRun(steps: readonly ObservedStep[], runId: string): ObservedStep[] {
  const places = new Map<number, number>();
  const kept: ObservedStep[] = [];
  for (const [at, step] of steps.entries()) {
    if (step.runId !== runId) continue;
    places.set(at, kept.length);
    kept.push(step);
  }
  return kept.map((step) => ({
    ...step,
    after: step.after === null ? null : (places.get(step.after) ?? null),
  }));
}

/**
 * A thread's steps with the tokens that the events of one of its runs reported, where the history tells of fewer: a
 * history only knows those of messages that stayed in the state.
 */
export function withTokensOf(
  steps: readonly ObservedStep[],
  own: readonly ObservedStep[],
  runId: string,
): ObservedStep[] {
  const reported = tokensByNode(own);
  const known = tokensByNode(steps.filter((step) => step.runId === runId));
  return steps.map((step) => {
    if (step.runId !== runId) return step;
    const tasks = step.tasks.map((task) => {
      const key = keyOf(step, task.name);
      const missing = (reported.get(key) ?? 0) - (known.get(key) ?? 0);
      // Of several visits in one run, which the history counts by step, the first has what is missing.
      reported.delete(key);
      return missing > 0 ? { ...task, tokens: (task.tokens ?? 0) + missing } : task;
    });
    return { ...step, tasks };
  });
}

function tokensByNode(steps: readonly ObservedStep[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const step of steps) {
    for (const { name, tokens } of step.tasks) {
      const key = keyOf(step, name);
      if (tokens !== null) found.set(key, (found.get(key) ?? 0) + tokens);
    }
  }
  return found;
}

function keyOf({ container }: ObservedStep, name: string): string {
  return `${container}:${name}`;
}
