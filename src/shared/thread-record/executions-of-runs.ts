import type {
  Execution,
  ExecutionSpan,
  ExecutionStatus,
  RecordedRun,
  ThreadRecord,
} from '../model/thread-record.ts';
import { executionsIn } from './overlay.ts';
import { indexRecord, runThatMade, type RecordIndex } from './record-index.ts';
import { timeOfSpans, type WorkedTime } from './worked-time.ts';

export interface ExecutionInRuns {
  readonly execution: Execution;
  /** How they left it: a question that a later run answered was asked in them. */
  readonly status: ExecutionStatus;
  /** The last of them that worked at it; `null` if that is not known. */
  readonly runId: string | null;
  /** How long they worked at it; `null` if unknown, and while it runs. */
  readonly time: WorkedTime | null;
  /** In the last of them; `null` if nothing reports it. */
  readonly attempts: number | null;
  /** A later run asked at it again: servers report only what was asked last. */
  readonly wasAskedAgain: boolean;
}

/** The executions that some runs worked at, in the order of the record. `runIds: null`: all that has started on the thread. */
export function executionsOfRuns(
  record: ThreadRecord,
  runIds: ReadonlySet<string> | null,
): readonly ExecutionInRuns[] {
  const index = indexRecord(record);
  if (runIds === null)
    return executionsIn(record, { kind: 'thread' }).map((execution) =>
      toResult(execution, execution.status, execution.spans, runThatMade(index, execution)),
    );
  const runs = new Map(record.runs.map((run) => [run.runId, run]));
  const selected = new Set<Execution>();
  for (const runId of runIds)
    for (const execution of executionsIn(record, { kind: 'run', runId })) selected.add(execution);
  return executionsIn(record, { kind: 'thread' }).flatMap((execution) =>
    selected.has(execution) ? inRuns(execution, runIds, runs, index) : [],
  );
}

function inRuns(
  execution: Execution,
  runIds: ReadonlySet<string>,
  runs: ReadonlyMap<string, RecordedRun>,
  index: RecordIndex,
): ExecutionInRuns {
  const { spans, status } = execution;
  const spansOfRuns = spans.filter(({ runId }) => runId !== null && runIds.has(runId));
  const last = spans.at(-1);
  if (last?.runId != null && runIds.has(last.runId))
    return toResult(execution, status, spansOfRuns, last.runId);
  const lastRunId = spansOfRuns.at(-1)?.runId ?? null;
  if (lastRunId !== null) {
    const leftStatus = leftAs(execution, runs.get(lastRunId), index);
    const later = spans.slice(spans.findLastIndex(({ runId }) => runId === lastRunId) + 1);
    const wasAskedAgain = later.some(
      ({ runId }) => leftAs(execution, runs.get(runId ?? ''), index) === 'interrupted',
    );
    return { ...toResult(execution, leftStatus, spansOfRuns, lastRunId), wasAskedAgain };
  }
  // Several runs may have done it. They are these, if all of them are.
  const candidates = [readFrom(index, execution), runThatMade(index, execution)].filter(
    (runId) => runId !== null,
  );
  const isCertain = candidates.length > 0 && candidates.every((runId) => runIds.has(runId));
  return isCertain
    ? toResult(execution, status, spans, candidates.at(-1) ?? null)
    : toResult(execution, 'unknown', [], null);
}

// How a run left an execution at which a later one worked, too.
function leftAs(execution: Execution, run: RecordedRun | undefined, index: RecordIndex): ExecutionStatus {
  const ending = run?.ending;
  const isAround = (executionId: string | null): boolean =>
    executionId !== null && isInside(index, executionId, execution.executionId);
  switch (ending?.kind) {
    case 'interrupted':
      return ending.executionIds.some(isAround) ? 'interrupted' : 'unknown';
    case 'failed':
      if (ending.executionId === null) return 'unknown';
      return isAround(ending.executionId) ? 'failed' : 'aborted';
    case 'cancelled':
    case 'timed-out':
      return 'cancelled';
    default:
      return 'unknown';
  }
}

function isInside({ executions }: RecordIndex, executionId: string, outerId: string): boolean {
  const visited = new Set<string>();
  for (let id: string | null = executionId; id !== null && !visited.has(id);) {
    if (id === outerId) return true;
    visited.add(id);
    id = executions.get(id)?.parentId ?? null;
  }
  return false;
}

function toResult(
  execution: Execution,
  status: ExecutionStatus,
  spans: readonly ExecutionSpan[],
  runId: string | null,
): ExecutionInRuns {
  return {
    execution,
    status,
    runId: spans.at(-1)?.runId ?? runId,
    time: status === 'running' ? null : timeOfSpans(spans),
    attempts: spans.at(-1)?.attempts ?? null,
    wasAskedAgain: false,
  };
}

function readFrom({ checkpoints }: RecordIndex, { namespace, before }: Execution): string | null {
  return before === null ? null : (checkpoints.get(namespace, before)?.runId ?? null);
}
