import type { RecordedRun, ThreadRecord } from '../../shared/model/thread-record.ts';
import { formatNodeCounts } from '../../shared/format-node-counts.ts';
import { recordedRunStatus, recordedRunText, statusLabels } from '../../shared/status-labels.ts';
import { checkpointFacts } from '../../shared/thread-record/history.ts';
import type { SentAnswer } from '../../shared/model/run.ts';
import { answerOf } from '../../shared/thread-record/story.ts';
import { workedTime } from '../../shared/thread-record/worked-time.ts';
import { boundedDurationText } from '../ui/display/format.ts';
import { answerWords } from './answer-words.ts';
import type { CheckpointRowFacts } from './CheckpointRow.tsx';
import type { CheckpointEntry, NoteEntry } from './story-entries.ts';

/** The answers that a run gave, as far as they are known. */
export type AnswersOfRun = (runId: string) => readonly SentAnswer[];

/** `null` for a checkpoint that the record does not have. */
export function rowFacts(
  record: ThreadRecord | null,
  { checkpoint, checkpointNs }: CheckpointEntry,
  answersOf: AnswersOfRun,
  pinnedAs: string | null,
): CheckpointRowFacts | null {
  const facts = record && checkpointFacts(record, checkpoint.checkpointId, checkpointNs);
  if (record === null || facts === null) return null;
  const past = pinnedAs === null ? pastText(record, facts.made, checkpointNs, answersOf) : 'pinned output';
  return { facts, time: workedTime(facts.made), past, pinnedAs };
}

/** `approved after 41 s`, `a failed at first`; names only where several nodes made the checkpoint. */
function pastText(
  record: ThreadRecord,
  made: CheckpointRowFacts['facts']['made'],
  namespace: string,
  answersOf: AnswersOfRun,
): string | null {
  const before = made[0]?.before ?? null;
  const outcome = before === null ? null : (checkpointFacts(record, before, namespace)?.outcome ?? null);
  const executions = made.filter((one) => outcome?.executions.includes(one));
  if (outcome === null || executions.length === 0) return null;
  const names = made.length === 1 ? '' : `${formatNodeCounts(executions.map(({ name }) => name))} `;
  if (outcome.status === 'retried') return `${names}failed at first`;
  if (outcome.status !== 'answered') return null;
  const [first] = executions;
  const answer = executions.length === 1 && first ? answerOf(record, first) : null;
  const [sent, ...others] = answer === null ? [] : answersOf(answer.runId);
  const words = sent === undefined || others.length > 0 ? 'answered' : answerWords(sent.valueText);
  const waited = answer?.waited ?? null;
  return `${names}${words}${waited === null ? '' : ` after ${boundedDurationText(waited.ms, waited.bound)}`}`;
}

/** What is to be said of a run that has left no checkpoint. `runs`: of its thread. */
export function describeRun(
  run: RecordedRun,
  runs: readonly RecordedRun[],
): Pick<NoteEntry, 'text' | 'detail' | 'tone'> {
  const status = recordedRunStatus(run);
  const { ending } = run;
  if (ending?.kind === 'failed' && ending.executionId === null && !ending.isRecursionLimit)
    return { text: 'Failed before its first node', detail: ending.error, tone: 'failed' };
  if (status === 'queued') {
    // It may also be the first run of its thread, or one that starts at a later time.
    const isBehind = runs.some((other) => other.status === 'running');
    const text = isBehind ? 'Queued behind another run of this thread' : 'Queued, no checkpoint yet';
    return { text, detail: null, tone: 'plain' };
  }
  if (status === 'running') return { text: 'No checkpoint yet', detail: null, tone: 'plain' };
  const text = ending === null ? statusLabels[status] : recordedRunText(run);
  return { text: `The run left no checkpoint: ${text}`, detail: null, tone: 'plain' };
}

/** What the nodes of a run of an export do not say: an error that none of them has, or that there are none. `null`: they say all. */
export function describeImportedRun(
  { ending }: RecordedRun,
  nodes: number,
): Pick<NoteEntry, 'text' | 'detail' | 'tone'> | null {
  if (ending?.kind === 'failed' && ending.executionId === null)
    return { text: 'The run failed', detail: ending.error, tone: 'failed' };
  return nodes > 0 ? null : { text: 'The export has no nodes of this run', detail: null, tone: 'plain' };
}
