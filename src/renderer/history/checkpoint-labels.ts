import { outcomeText } from '../../shared/outcome-text.ts';
import type { CheckpointOutcome } from '../../shared/thread-record/history.ts';
import type { CheckpointSummary } from '../../shared/model/thread.ts';

export interface CheckpointDetail {
  readonly kind: 'input' | 'outcome' | 'keys';
  readonly text: string;
}

export function checkpointDetail(
  { inputLine, changedKeys }: Pick<CheckpointSummary, 'inputLine' | 'changedKeys'>,
  outcome: CheckpointOutcome | null,
): CheckpointDetail {
  if (inputLine !== undefined) return { kind: 'input', text: inputLine };
  const keys = (changedKeys ?? []).join(', ');
  if (outcome === null || (outcome.status === 'finished' && keys !== '')) return { kind: 'keys', text: keys };
  return { kind: 'outcome', text: outcomeText(outcome) };
}
