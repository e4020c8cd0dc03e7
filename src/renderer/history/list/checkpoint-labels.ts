import { outcomeText } from '../../../shared/outcome-text.ts';
import type { CheckpointOutcome } from '../../../shared/thread-record/history.ts';
import type { CheckpointSummary } from '../../../shared/model/threads/thread.ts';

/** The secondary text of a row: the input, what became of its tasks, otherwise the keys that changed. */
export function checkpointDetail(
  { inputLine, changedKeys }: Pick<CheckpointSummary, 'inputLine' | 'changedKeys'>,
  outcome: CheckpointOutcome | null,
): string {
  if (inputLine !== undefined) return inputLine;
  const keys = (changedKeys ?? []).join(', ');
  if (outcome === null) return keys;
  return outcome.status === 'finished' && keys !== '' ? keys : outcomeText(outcome);
}
