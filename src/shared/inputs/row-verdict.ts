import type {
  CheckOutcome,
  ExperimentCounts,
  ExperimentResult,
  ExperimentRowState,
} from '../model/experiment.ts';

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

/** Whether a row has ended, and neither passed nor, without checks, finished or asked something. */
export function hasFailed({ result, problem }: Pick<ExperimentRowState, 'result' | 'problem'>): boolean {
  if (result === null) return problem !== null;
  const verdict = verdictOf(result);
  return verdict === 'failed' || verdict === 'unknown' || verdict === 'stopped';
}

export function failedCount({ failed, unknown, stopped, refused }: ExperimentCounts): number {
  return failed + unknown + stopped + refused;
}
