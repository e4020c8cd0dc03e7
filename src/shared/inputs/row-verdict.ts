import type { CheckOutcome, ExperimentResult } from '../model/inputs/experiment.ts';

/** What became of a row that has ended: of its checks, or without checks of its run. */
export type RowVerdict = CheckOutcome | 'finished' | 'waiting' | 'stopped';

export function verdictOf({
  outcome,
  checks,
  ending,
  status,
}: Pick<ExperimentResult, 'outcome' | 'checks' | 'ending' | 'status'>): RowVerdict {
  if (checks.length > 0 || ending === null) return outcome;
  return ending === 'failed' && status === 'interrupted' ? 'stopped' : ending;
}
