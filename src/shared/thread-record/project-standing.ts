import type { Execution, RecordedQuestion, RecordedRun, ThreadRecord } from '../model/thread-record.ts';
import { indexRecord } from './record-index.ts';
import { questionKey, type ThreadStanding } from './standing.ts';

const sortedRuns = new WeakMap<readonly RecordedRun[], readonly RecordedRun[]>();

export function standingOf(record: ThreadRecord): ThreadStanding {
  const { headId, questions } = record;
  const head = headId === null ? undefined : indexRecord(record).checkpoints.get('', headId);
  return {
    runs: newestFirst(record.runs),
    head:
      head === undefined
        ? null
        : {
            checkpointId: head.checkpointId,
            createdAt: head.createdAt,
            source: head.source,
            runId: head.runId,
            hasNext: head.next.length > 0,
          },
    questions: questions.filter(({ status }) => !isClosed(status)).length,
    closedQuestions: closedQuestionsOf(record),
  };
}

const closedQuestions = new WeakMap<readonly RecordedQuestion[], ReadonlySet<string>>();

function closedQuestionsOf(record: ThreadRecord): ReadonlySet<string> {
  const { questions } = record;
  const cached = closedQuestions.get(questions);
  if (cached !== undefined) return cached;
  const { executions } = indexRecord(record);
  const keysOf = (wanted: boolean): string[] =>
    questions.flatMap(({ executionId, index, interruptId, status }) => {
      const execution = executions.get(executionId);
      if (execution === undefined || isClosed(status) !== wanted) return [];
      return questionKey({ taskId: execution.taskId, index, id: interruptId });
    });
  const closed = new Set(keysOf(true));
  // A task that asks again does so under the same key.
  for (const key of keysOf(false)) closed.delete(key);
  closedQuestions.set(questions, closed);
  return closed;
}

function isClosed(status: RecordedQuestion['status']): boolean {
  return status === 'answered' || status === 'abandoned';
}

/** A run that only checkpoints name was deleted, or is that of a thread of which this one is a copy. */
function newestFirst(runs: readonly RecordedRun[]): readonly RecordedRun[] {
  const cached = sortedRuns.get(runs);
  if (cached !== undefined) return cached;
  const sorted = runs
    .filter((run) => run.status !== 'unknown' || run.createdAt !== null)
    .toReversed()
    .toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
  sortedRuns.set(runs, sorted);
  return sorted;
}

/** The path of the node of an execution, as people read it. */
export function nodeNames(record: ThreadRecord): (executionId: string) => string | null {
  const { executions } = indexRecord(record);
  return (executionId) => {
    const execution: Execution | undefined = executions.get(executionId);
    return execution === undefined ? null : execution.nodeId.replaceAll(':', ' › ');
  };
}
