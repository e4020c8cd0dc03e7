import { formatNodeCounts } from './format-node-counts.ts';
import { endingText, statusWords } from './status-labels.ts';
import type { CheckpointOutcome } from './thread-record/history.ts';

/** What became of what was to run from a checkpoint: `review was interrupted`, `fetch failed · 40 aborted`, `paused before b`. */
export function outcomeText({ status, executions, aborted, isOver, ending }: CheckpointOutcome): string {
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
