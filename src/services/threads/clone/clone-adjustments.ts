import type { StepDifference } from './compare-clone.ts';
import type { CloneAdjustments, KeyForm, PlannedStep } from './step-plan.ts';

interface CloneAdjuster {
  // `null` if nothing is left to be tried.
  next(plan: readonly PlannedStep[], differences: readonly StepDifference[]): CloneAdjustments | null;
}

export function createCloneAdjuster(): CloneAdjuster {
  const tried = new Map<string, KeyForm[]>();
  const settled = new Set<string>();
  const forms = new Map<string, KeyForm>();
  const writers = new Map<number, number>();
  const gotos = new Map<number, readonly string[]>();
  const cell = (step: number, key: string): string => `${step}:${key}`;

  const correctKey = (plan: readonly PlannedStep[], index: number, key: string): boolean => {
    const used = tried.get(cell(index, key)) ?? [];
    const last = plan[index]?.forms.get(key);
    if (last !== undefined && !used.includes(last)) used.push(last);
    tried.set(cell(index, key), used);
    const form = (['overwrite', 'whole'] as const).find((one) => !used.includes(one));
    if (form === undefined) {
      // Nothing helps: once more as it was at first.
      const [first] = used;
      if (first === undefined || settled.has(cell(index, key))) return false;
      settled.add(cell(index, key));
      forms.set(cell(index, key), first);
      return first !== last;
    }
    forms.set(cell(index, key), form);
    for (const [step, { derivedKeys }] of plan.entries())
      if (step > index && derivedKeys.includes(key) && !forms.has(cell(step, key)))
        forms.set(cell(step, key), form);
    return true;
  };

  const correctNext = (
    plan: readonly PlannedStep[],
    index: number,
    { missingNext, extraNext }: StepDifference,
  ) => {
    const step = plan[index];
    if (!step || (missingNext.length === 0 && extraNext.length === 0)) return false;
    const attempt = (writers.get(index) ?? 0) + 1;
    if (attempt < step.writers.length) {
      writers.set(index, attempt);
      return true;
    }
    const isSent = step.checkpoint.tasks.some((task) => task.isSent && missingNext.includes(task.name));
    const isInput = step.superstep.updates[0]?.asNode === '__input__';
    if (gotos.has(index) || isSent || isInput || missingNext.length === 0) return false;
    gotos.set(index, [...new Set(missingNext)]);
    return true;
  };

  return {
    next: (plan, differences) => {
      let isChanged = false;
      const visited = new Set<string>();
      for (const difference of differences) {
        for (const key of difference.keys) {
          // What follows from the first difference needs no correction of its own.
          if (visited.has(key) || !correctKey(plan, difference.step, key)) continue;
          visited.add(key);
          isChanged = true;
        }
        isChanged = correctNext(plan, difference.step, difference) || isChanged;
      }
      const formOf = (step: number, key: string) => forms.get(cell(step, key)) ?? null;
      return isChanged ? { formOf, writers: new Map(writers), gotos: new Map(gotos) } : null;
    },
  };
}
