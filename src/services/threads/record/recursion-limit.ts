import type { RunEvidence } from './evidence.ts';
import type { RootRuns } from './root-runs.ts';

// LangGraph's own, of a run whose record names none.
const defaultLimit = 25;

// Whether a failed run did as many steps as it was allowed to: with its input's, a run writes two checkpoints more than
// its limit. Its record does not say so.
export function stoppedAtRecursionLimit(run: RunEvidence, { rowsOf }: RootRuns): boolean {
  if (run.status !== 'error') return false;
  const rows = rowsOf.get(run.runId) ?? [];
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined || first.step === null || last.step === null) return false;
  // With a limit that is only assumed, an error is the likelier reason. Otherwise it is of a run that continued from there.
  if (run.recursionLimit === null && last.tasks.some(({ error }) => error !== null)) return false;
  return last.step - first.step + 1 === (run.recursionLimit ?? defaultLimit) + 2;
}
