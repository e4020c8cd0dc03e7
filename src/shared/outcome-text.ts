import { formatNodeCounts } from './format-node-counts.ts';
import { endingText, statusLabels } from './status-labels.ts';
import type { CheckpointOutcome, OutcomeStatus } from './thread-record/history.ts';

const outcomeWords: Readonly<Record<OutcomeStatus, string>> = {
  ...statusLabels,
  answered: 'answered',
  unanswered: 'not answered',
  retried: 'failed at first',
};

/** What became of what was to run from a checkpoint: `review answered`, `fetch failed · 40 aborted`, `paused before b`. */
export function checkpointOutcomeText({ status, executions, aborted, ending }: CheckpointOutcome): string {
  if (executions.length === 0) return ending === null ? outcomeWords[status] : endingText(ending);
  const names = formatNodeCounts(executions.map(({ name }) => name));
  const consequence = aborted.length === 0 ? '' : ` · ${aborted.length} ${statusLabels.aborted}`;
  return `${names} ${outcomeWords[status]}${consequence}`;
}
