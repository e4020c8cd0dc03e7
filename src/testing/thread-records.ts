import type {
  Execution,
  ExecutionSpan,
  RecordedCheckpoint,
  RecordedRun,
  ThreadRecord,
} from '../shared/model/thread-record.ts';

/** A checkpoint of the root graph, made by a step of `r1`, unless `more` says otherwise. */
export function recordedCheckpoint(
  checkpointId: string,
  parentId: string | null,
  more: Partial<RecordedCheckpoint> = {},
): RecordedCheckpoint {
  return {
    checkpointId,
    namespace: '',
    parentId,
    createdAt: null,
    step: null,
    source: 'loop',
    runId: 'r1',
    next: [],
    ...more,
  };
}

/**
 * An execution of a node between two checkpoints, by `r1` in no known time. It has the status that its checkpoints suggest,
 * unless `more` says otherwise.
 */
export function recordedExecution(
  nodeId: string,
  before: string | null,
  made: string | null,
  more: Partial<Execution> = {},
): Execution {
  const status = more.status ?? (made === null ? 'next' : 'finished');
  const name = nodeId.slice(nodeId.lastIndexOf(':') + 1);
  return {
    executionId: `${nodeId} ${before ?? ''} ${made ?? ''}`,
    nodeId,
    name,
    taskId: `${nodeId} of ${before ?? 'events'}`,
    namespace: '',
    parentId: null,
    innerNamespace: null,
    before,
    made,
    step: null,
    status,
    spans: status === 'next' || status === 'queued' ? [] : [recordedSpan()],
    error: null,
    abortedBy: null,
    tokens: null,
    models: [],
    from: [],
    isSent: false,
    hasResult: made !== null,
    ...more,
  };
}

/** The time in which a run worked, by the server's clock; unknown without numbers. */
export function recordedSpan(
  runId: string | null = 'r1',
  startMs?: number,
  endMs?: number,
  bounds: { readonly start?: 'exact' | 'atLeast'; readonly end?: 'exact' | 'atMost' } = {},
): ExecutionSpan {
  return {
    runId,
    startedAt:
      startMs === undefined ? null : { ms: startMs, bound: bounds.start ?? 'exact', source: 'server' },
    endedAt: endMs === undefined ? null : { ms: endMs, bound: bounds.end ?? 'exact', source: 'server' },
    attempts: null,
  };
}

/** A run with an input that ended well, unless `more` says otherwise. */
export function recordedRun(runId: string, more: Partial<RecordedRun> = {}): RecordedRun {
  return {
    runId,
    assistantId: null,
    origin: { kind: 'input', checkpointId: null },
    source: 'unknown',
    createdAt: null,
    endedAt: null,
    status: 'ended',
    ending: { kind: 'finished' },
    ...more,
  };
}

/** A whole record whose head is its last checkpoint of the root graph. */
export function threadRecord(facts: Partial<ThreadRecord> & Pick<ThreadRecord, 'checkpoints'>): ThreadRecord {
  return {
    threadId: 't',
    headId: facts.checkpoints.findLast(({ namespace }) => namespace === '')?.checkpointId ?? null,
    copies: [],
    executions: [],
    questions: [],
    runs: [recordedRun('r1')],
    gaps: [],
    ...facts,
  };
}
