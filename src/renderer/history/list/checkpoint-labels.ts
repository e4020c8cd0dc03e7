import { outcomeText } from '../../../shared/outcome-text.ts';
import type { CheckpointOutcome } from '../../../shared/thread-record/history.ts';
import type { CheckpointSummary } from '../../../shared/model/threads/thread.ts';

/** The secondary text of a row. */
export interface CheckpointDetail {
  readonly kind: 'input' | 'outcome' | 'keys';
  readonly text: string;
}

/** The input, what became of the checkpoint's tasks, otherwise the keys that changed. */
export function checkpointDetail(
  { inputLine, changedKeys }: Pick<CheckpointSummary, 'inputLine' | 'changedKeys'>,
  outcome: CheckpointOutcome | null,
): CheckpointDetail {
  if (inputLine !== undefined) return { kind: 'input', text: inputLine };
  const keys = (changedKeys ?? []).join(', ');
  if (outcome === null || (outcome.status === 'finished' && keys !== '')) return { kind: 'keys', text: keys };
  return { kind: 'outcome', text: outcomeText(outcome) };
}
