import { AppError } from '../../shared/app-error.ts';
import { isActive } from '../../shared/model/is-active.ts';
import type { Run } from '../../shared/model/run.ts';
import { recordedRunStatus, recordedRunText } from '../../shared/status-labels.ts';
import { tokenSumsByRun } from '../../shared/thread-record/sum-tokens.ts';
import { executionsOfRuns } from '../../shared/thread-record/executions-of-runs.ts';
import { indexRecord } from '../../shared/thread-record/record-index.ts';
import { RawJson } from '../output/json-document.ts';
import type { Call } from '../session/confirm-writes.ts';
import { didYouMean } from '../session/did-you-mean.ts';
import { readRecord } from '../session/read-record.ts';

interface ThreadRef {
  readonly connectionId: string;
  readonly threadId: string;
}

export interface RunRef extends ThreadRef {
  readonly runId: string;
}

/** A run of a thread by its ID, else the newest one. Throws `AppError` (`not-found`) with those that there are. */
export async function pickRun(
  call: Call,
  thread: ThreadRef,
  named: string | undefined,
  { preferActive = false }: { readonly preferActive?: boolean } = {},
): Promise<Run> {
  const runs = await call('runs.list', thread);
  if (runs.length === 0) throw new AppError('not-found', 'Nothing has run on this thread.');
  // Of several active ones, the one that is not queued behind others.
  const active = preferActive ? runs.findLast(({ status }) => isActive(status)) : undefined;
  const run = named === undefined ? (active ?? runs[0]) : runs.find(({ runId }) => runId === named);
  if (run !== undefined) return run;
  throw new AppError('not-found', `The thread has no run "${(named ?? '').slice(0, 100)}".`, {
    hint: didYouMean(
      named ?? '',
      runs.map(({ runId }) => runId),
      'It has, newest first:',
    ),
  });
}

/**
 * The bound of a run's duration: records of runs only say when a run was created and last changed, and it may have waited for its
 * turn in between. `undefined` without a duration.
 */
export function recordedDurationBound({ durationMs }: Pick<Run, 'durationMs'>): 'atMost' | undefined {
  return durationMs === null ? undefined : 'atMost';
}

/** A run with its input, and what ran in it by the record of its thread. */
export async function readRun(call: Call, ref: RunRef) {
  const { connectionId, threadId, runId } = ref;
  const thread = { connectionId, threadId };
  const { records } = await call('runs.records', thread);
  const run = records.find((one) => one.runId === runId);
  if (run === undefined) throw new AppError('not-found', `The thread has no run "${runId}".`);
  const [record, { inputText }] = await Promise.all([
    readRecord(call, thread, run.createdAt),
    call('runs.input', ref),
  ]);
  const { assistantId, createdAt, durationMs, origin, source, tokens, error, answers } = run;
  const recorded = record?.runs.find((one) => one.runId === runId);
  const listed = {
    runId,
    threadId,
    assistantId,
    assistantVersion: run.assistantVersion,
    serverStatus: run.status,
    createdAt,
    durationMs,
    durationBound: recordedDurationBound(run),
    origin,
    source,
    tokens,
    error,
    answers: answers?.map(({ interruptId, valueText }) => ({ interruptId, value: valueText })),
    input: inputText === null ? null : new RawJson(inputText),
  };
  // A server that does not report what ran.
  if (record === null || recorded === undefined)
    return { ...listed, status: 'unknown', statusText: 'unknown', nodes: null };
  const { executions } = indexRecord(record);
  const { ending } = recorded;
  return {
    ...listed,
    status: recordedRunStatus(recorded),
    statusText: recordedRunText(recorded, (id) => executions.get(id)?.nodeId ?? null),
    error: error ?? (ending?.kind === 'failed' ? ending.error : null),
    tokensBound:
      tokens !== null && tokenSumsByRun(record.executions).get(runId)?.isLowerBound === true
        ? 'atLeast'
        : undefined,
    nodes: executionsOfRuns(record, new Set([runId])).map(({ execution, status, time, attempts }) => ({
      node: execution.nodeId,
      status,
      error: execution.error ?? undefined,
      durationMs: time?.ms ?? null,
      durationBound: time === null || time.bound === 'exact' ? undefined : time.bound,
      attempts: attempts ?? undefined,
      tokens: execution.tokens ?? undefined,
      checkpointId: execution.before,
      taskId: execution.taskId,
    })),
    gaps: record.gaps.length === 0 ? undefined : record.gaps,
  };
}
