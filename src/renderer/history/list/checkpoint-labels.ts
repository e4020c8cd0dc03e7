import { endingText, statusWords } from '../../../shared/status-labels.ts';
import type { CheckpointOutcome } from '../../../shared/thread-record/history.ts';
import type { CheckpointSummary } from '../../../shared/model/threads/thread.ts';
import { formatNodeCounts } from '../../domain/format-node-counts.ts';

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

function outcomeText({ status, executions, aborted, isOver, ending }: CheckpointOutcome): string {
  if (executions.length === 0) return ending === null ? statusWords[status] : endingText(ending);
  const names = formatNodeCounts(executions.map(({ name }) => name));
  const verb = isOver && status === 'interrupted' ? (executions.length > 1 ? 'were' : 'was') : '';
  return [
    [names, verb, statusWords[status], isOver && status === 'failed' ? 'at first' : ''],
    aborted.length === 0 ? [] : ['·', aborted.length, statusWords.aborted],
  ]
    .flat()
    .filter((part) => part !== '')
    .join(' ');
}
