import type {
  Execution,
  ExecutionSpan,
  ExecutionStatus,
  RecordedRun,
  RecordedTime,
  ThreadRecord,
} from '../../../shared/model/threads/thread-record.ts';
import type { RunEnd, RunOrigin } from '../../../shared/model/runs/run.ts';
import type { TimelineRow } from '../../../shared/run-events/timeline/timeline-row.ts';

/** A run whose events are followed here, and what they tell of its tasks. */
export interface FollowedRun {
  readonly runId: string;
  /** When the server created it, in milliseconds since 1970; `null` if unknown. */
  readonly createdAt: number | null;
  /** From then to its first event; `null` if unknown. */
  readonly firstFrameMs: number | null;
  /** How it was started here; `null` if unknown. */
  readonly origin: RunOrigin | null;
  readonly end: RunEnd | null;
  /** From its first event to its last. */
  readonly lastMs: number;
  /** Each followed by its children. */
  readonly rows: readonly TimelineRow[];
}

/** A thread of which nothing is known but the events of one run. */
export const emptyRecord: ThreadRecord = {
  threadId: '',
  headId: null,
  checkpoints: [],
  copies: [],
  executions: [],
  questions: [],
  runs: [],
  gaps: [],
};

const statuses = {
  running: 'running',
  finished: 'finished',
  failed: 'failed',
  waiting: 'interrupted',
  stopped: 'cancelled',
  unknown: 'unknown',
} as const satisfies Record<TimelineRow['status'], ExecutionStatus>;

/**
 * The record with what the events of a followed run tell before the record does: tasks that it does not have yet, and ends
 * of those that it has as open. What the record knows, it knows better. Once it has the end of the run, it has all.
 */
export function withFollowedRun(record: ThreadRecord, followed: FollowedRun): ThreadRecord {
  const { runId, rows } = followed;
  const recorded = record.runs.find((run) => run.runId === runId);
  if (recorded?.status === 'ended') return record;
  const run = { ...(recorded ?? runOf(followed)), ...stateOf(followed, recorded) };
  const startMs = (run.createdAt ?? 0) + (followed.firstFrameMs ?? 0);
  const byTask = new Map(record.executions.map((execution) => [execution.taskId, execution]));
  const added: Execution[] = [];
  const changed = new Map<string, Execution>();
  for (const row of rows) {
    const known = byTask.get(row.taskId);
    const span = spanOf(row, runId, startMs);
    if (known === undefined) {
      const parent = row.parentId === null ? undefined : byTask.get(row.parentId);
      const execution = executionOf(row, span, parent?.executionId ?? row.parentId);
      byTask.set(row.taskId, execution);
      added.push(execution);
      continue;
    }
    const execution = withSpan(known, row, span);
    if (execution !== known) changed.set(known.executionId, execution);
  }
  return {
    ...record,
    executions: [
      ...record.executions.map((execution) => changed.get(execution.executionId) ?? execution),
      ...added,
    ],
    runs:
      recorded === undefined
        ? [...record.runs, run]
        : record.runs.map((one) => (one === recorded ? run : one)),
  };
}

/** Events tell first whether a run goes on. */
function stateOf(
  { createdAt, firstFrameMs, end, lastMs }: FollowedRun,
  recorded: RecordedRun | undefined,
): Pick<RecordedRun, 'status' | 'endedAt'> {
  if (end === null) return { status: 'running', endedAt: null };
  const startMs = (recorded?.createdAt ?? createdAt ?? 0) + (firstFrameMs ?? 0);
  return { status: 'ended', endedAt: startMs + lastMs };
}

function runOf({ runId, createdAt, origin }: FollowedRun): RecordedRun {
  return {
    runId,
    assistantId: null,
    origin: origin ?? { kind: 'unknown', checkpointId: null },
    source: 'studio',
    // Without a time of its server, its own clock begins with it.
    createdAt: createdAt ?? 0,
    endedAt: null,
    status: 'running',
    ending: null,
  };
}

function seenTime(ms: number, bound: RecordedTime['bound'] = 'exact'): RecordedTime {
  return { ms, bound, source: 'seen' };
}

function spanOf(row: TimelineRow, runId: string, startMs: number): ExecutionSpan {
  return {
    runId,
    // Events that arrived together do not tell how long it took.
    startedAt: seenTime(startMs + row.startMs, row.startMs === row.endMs ? 'atMost' : 'exact'),
    endedAt: row.endMs === null || row.status === 'unknown' ? null : seenTime(startMs + row.endMs),
    attempts: row.attempts > 1 ? row.attempts : null,
  };
}

function executionOf(row: TimelineRow, span: ExecutionSpan, parentId: string | null): Execution {
  return {
    executionId: row.taskId,
    nodeId: row.nodeId,
    name: row.label,
    taskId: row.taskId,
    namespace: parentId ?? '',
    parentId,
    innerNamespace: null,
    before: null,
    made: null,
    step: row.superstep,
    status: statuses[row.status],
    spans: [span],
    error: row.error,
    abortedBy: null,
    tokens: null,
    models: [],
    from: [],
    isSent: false,
    hasResult: row.status === 'finished',
  };
}

/** An execution that the record has as waiting, next or running, with what its run is doing. */
function withSpan(execution: Execution, row: TimelineRow, span: ExecutionSpan): Execution {
  const { spans } = execution;
  const at = spans.findIndex((one) => one.runId === span.runId);
  const own = spans[at];
  const status = statuses[row.status];
  if (own === undefined)
    return { ...execution, status, error: row.error ?? execution.error, spans: [...spans, span] };
  if (own.endedAt !== null || span.endedAt === null) return execution;
  const startedAt = own.startedAt ?? span.startedAt;
  return {
    ...execution,
    status,
    error: row.error ?? execution.error,
    spans: spans.with(at, { ...own, startedAt, endedAt: span.endedAt }),
  };
}
