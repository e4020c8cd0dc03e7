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
