import type { Execution, RecordedCheckpoint, ThreadRecord } from '../model/thread-record.ts';

/**
 * A record as it was before one of its runs started: without what that run, later ones and later edits did. What they
 * finished is open again.
 */
export function recordBefore(record: ThreadRecord, runId: string): ThreadRecord {
  const position = record.runs.findIndex((run) => run.runId === runId);
  const later = new Set(position < 0 ? [runId] : record.runs.slice(position).map((run) => run.runId));
  const checkpoints = checkpointsBefore(record, later, record.runs[position]?.createdAt ?? null);
  const keptKeys = new Set(checkpoints.map(keyOf));
  const executions = new Map<string, Execution>();
  const reopened = new Set<string>();
  for (const execution of record.executions) {
    const { executionId, namespace, parentId, before, made, taskId } = execution;
    if (parentId !== null && !executions.has(parentId)) continue;
    if (made !== null && keptKeys.has(keyOf({ namespace, checkpointId: made }))) {
      executions.set(executionId, execution);
      continue;
    }
    const spans = execution.spans.filter((span) => span.runId !== null && !later.has(span.runId));
    const isKept =
      before === null ? spans.length > 0 : keptKeys.has(keyOf({ namespace, checkpointId: before }));
    // The same task, finished on several branches.
    if (!isKept || reopened.has(`${namespace} ${taskId}`)) continue;
    reopened.add(`${namespace} ${taskId}`);
    // Its result may have waited for others beside it.
    const isDone = spans.length > 0 && spans.length === execution.spans.length;
    executions.set(executionId, isDone ? { ...execution, made: null } : reopenExecution(execution, spans));
  }
  return {
    ...record,
    headId: checkpoints.findLast(({ namespace }) => namespace === '')?.checkpointId ?? null,
    checkpoints,
    executions: [...executions.values()],
    questions: record.questions.filter(({ executionId }) => executions.has(executionId)),
    runs: record.runs.filter((run) => !later.has(run.runId)),
  };
}

function checkpointsBefore(
  { checkpoints }: ThreadRecord,
  later: ReadonlySet<string>,
  startedAt: number | null,
): RecordedCheckpoint[] {
  const droppedIds = new Set<string>();
  return checkpoints.filter((checkpoint) => {
    const { namespace, parentId, runId, createdAt } = checkpoint;
    const isLater =
      (runId !== null && later.has(runId)) ||
      (startedAt !== null && createdAt !== null && createdAt > startedAt) ||
      (parentId !== null && droppedIds.has(keyOf({ namespace, checkpointId: parentId })));
    if (isLater) droppedIds.add(keyOf(checkpoint));
    return !isLater;
  });
}

function reopenExecution(execution: Execution, spans: Execution['spans']): Execution {
  return {
    ...execution,
    made: null,
    status: spans.length > 0 ? 'interrupted' : 'next',
    spans,
    error: null,
    abortedBy: null,
    tokens: null,
    hasResult: false,
  };
}

function keyOf({ namespace, checkpointId }: Pick<RecordedCheckpoint, 'namespace' | 'checkpointId'>): string {
  return `${namespace} ${checkpointId}`;
}
