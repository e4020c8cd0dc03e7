import { isDeepStrictEqual } from 'node:util';
import type {
  Execution,
  ExecutionSpan,
  RecordedTime,
  ThreadRecord,
} from '../../shared/model/thread-record.ts';
import { hasInnerEdit, type FollowedRecords } from './follow-story.ts';

/** Where records of one thread disagree although both know; in words. */
export function faultsOfFollowed({ plain, merged, live, recorded }: FollowedRecords): string[] {
  return [
    ...faultsOfMerge(plain, merged),
    ...(hasInnerEdit(plain) ? [] : differences('the live record', merged, live)),
    ...differences('the recorded checkpoints', plain, recorded.plain),
    // A run without a single event has no log in a recording.
    ...differences('the recorded events', withoutErrors(merged), withoutErrors(recorded.merged)),
  ];
}

/** Without what only the end of a stream says of an error that no node has. */
function withoutErrors(record: ThreadRecord): ThreadRecord {
  const runs = record.runs.map((run) =>
    run.ending?.kind === 'failed' && run.ending.executionId === null
      ? { ...run, ending: { ...run.ending, error: null } }
      : run,
  );
  return { ...record, runs };
}

/** The parts in which a record is not equal to the expected one. */
function differences(what: string, expected: ThreadRecord, actual: ThreadRecord | null): string[] {
  if (actual === null) return [`${what} is missing`];
  const parts = ['headId', 'copies', 'questions', 'runs', 'gaps'] as const;
  // The order of namespaces is that in which they were read.
  const faults = isDeepStrictEqual(checkpointsByNamespace(actual), checkpointsByNamespace(expected))
    ? []
    : [`${what} has other checkpoints`];
  const others = parts.flatMap((part) =>
    isDeepStrictEqual(actual[part], expected[part])
      ? []
      : [`${what}: ${part} ${JSON.stringify(actual[part])} instead of ${JSON.stringify(expected[part])}`],
  );
  const ids = (record: ThreadRecord): string =>
    record.executions.map(({ executionId }) => executionId).join();
  faults.push(...others);
  if (ids(actual) !== ids(expected))
    return [...faults, `${what} has executions ${ids(actual)}, not ${ids(expected)}`];
  return [
    ...faults,
    ...actual.executions.flatMap((execution, index) =>
      isDeepStrictEqual(execution, expected.executions[index])
        ? []
        : [`${what}: ${JSON.stringify(execution)} instead of ${JSON.stringify(expected.executions[index])}`],
    ),
  ];
}

function checkpointsByNamespace({ checkpoints }: ThreadRecord): ReadonlyMap<string, object[]> {
  const byNamespace = new Map<string, object[]>();
  for (const checkpoint of checkpoints)
    byNamespace.set(checkpoint.namespace, [...(byNamespace.get(checkpoint.namespace) ?? []), checkpoint]);
  return byNamespace;
}

/** Events add to what checkpoints say of an ended run, and deny nothing of it. */
function faultsOfMerge(plain: ThreadRecord, merged: ThreadRecord): string[] {
  const faults: string[] = [];
  for (const part of ['headId', 'checkpoints', 'copies', 'questions', 'gaps'] as const)
    if (!isDeepStrictEqual(plain[part], merged[part])) faults.push(`events change ${part}`);
  for (const [index, run] of plain.runs.entries()) {
    const other = merged.runs[index];
    if (other?.runId !== run.runId || other.status !== run.status)
      faults.push(`events make run ${run.runId} ${JSON.stringify(other)}`);
    else if (other.ending?.kind !== run.ending?.kind && !isUncertain(run.ending))
      faults.push(`events end run ${run.runId} as ${other.ending?.kind}, not as ${run.ending?.kind}`);
  }
  const byId = new Map(merged.executions.map((execution) => [execution.executionId, execution]));
  for (const execution of plain.executions) {
    const other = byId.get(execution.executionId);
    if (other === undefined) faults.push(`events lose ${execution.nodeId} ${execution.executionId}`);
    else faults.push(...faultsOfExecution(execution, other));
  }
  return faults;
}

/** The JavaScript server calls a run that was rolled back while it ran an error, without a failed node. */
function isUncertain(ending: ThreadRecord['runs'][number]['ending']): boolean {
  return ending?.kind === 'unknown' || (ending?.kind === 'failed' && ending.executionId === null);
}

function faultsOfExecution(plain: Execution, merged: Execution): string[] {
  const what = `${plain.nodeId} ${plain.executionId}`;
  const faults: string[] = [];
  if (plain.status !== merged.status && plain.status !== 'unknown')
    faults.push(`events make ${what} ${merged.status}, not ${plain.status}`);
  for (const span of plain.spans) {
    if (span.runId === null) continue;
    const other = merged.spans.find(({ runId }) => runId === span.runId);
    if (other === undefined) faults.push(`events lose the time of ${what} in run ${span.runId}`);
    else if (!isWithin(span, other))
      faults.push(`events time ${what} ${JSON.stringify(other)}, out of ${JSON.stringify(span)}`);
  }
  return faults;
}

/** Whether a time is as exact as the other one, or within its bounds. */
function isWithin(plain: ExecutionSpan, merged: ExecutionSpan): boolean {
  const agrees = (one: RecordedTime | null, other: RecordedTime | null): boolean => {
    if (one === null) return true;
    if (other === null) return false;
    if (one.bound === 'exact') return other.source === 'server' || other.ms === one.ms;
    return one.bound === 'atLeast' ? other.ms >= one.ms : other.ms <= one.ms;
  };
  return agrees(plain.startedAt, merged.startedAt) && agrees(plain.endedAt, merged.endedAt);
}
