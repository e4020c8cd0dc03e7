import type { BulkActionResult } from '../shared-ui/run-in-batches.ts';
import { isActive } from '../../shared/model/is-active.ts';
import type { IndexedRun } from '../../shared/model/run-index.ts';
import type { ServerRunCancel, ServerRunDelete, ServerRunRepeat } from '../../shared/model/server-run.ts';
import { toWireError, type WireError } from '../../shared/wire-error.ts';
import { isNotConfirmed } from '../rpc/confirmations.ts';
import type { StudioRpc } from '../rpc/rpc-context.ts';
import { cancelOutcomeText } from '../shared-ui/cancel-outcomes.ts';
import { mayHaveHappened } from '../../shared/may-have-happened.ts';

export type RunActionKind = 'cancel' | 'delete' | 'repeat';

/** Runs in the order in which they have to be acted on: the end of a thread's queue, and its newest run, first. */
export function newestFirst(runs: readonly IndexedRun[]): IndexedRun[] {
  return runs.toSorted((a, b) => ((a.createdAt ?? '') < (b.createdAt ?? '') ? 1 : -1));
}

/** Acts on some runs. Rejects only if nothing is known of any. */
export async function actOnRuns(
  rpc: StudioRpc,
  connectionId: string,
  kind: RunActionKind,
  runs: readonly Pick<IndexedRun, 'threadId' | 'runId'>[],
): Promise<BulkActionResult[]> {
  const input = { connectionId, runs: runs.map(({ threadId, runId }) => ({ threadId, runId })) };
  switch (kind) {
    case 'cancel':
      return (await rpc.call('serverRuns.cancel', input)).map(cancelResult);
    case 'delete':
      return (await rpc.call('serverRuns.delete', input)).map(deleteResult);
    case 'repeat':
      try {
        return (await rpc.call('serverRuns.repeat', input)).map(repeatResult);
      } catch (error) {
        if (isNotConfirmed(error)) throw error;
        return runs.map(({ runId }) => unknownStart(runId, toWireError(error)));
      }
  }
}

function cancelResult(outcome: ServerRunCancel): BulkActionResult {
  const { runId: id, result, problem } = outcome;
  if (result === null) return { id, problem };
  if (result.stopped === true) return { id, problem: null };
  const note = cancelOutcomeText(outcome);
  if (result.stopped === null) return { id, problem: null, note, outcome: 'unknown' };
  return { id, problem: null, note, outcome: isActive(result.status) ? 'not stopped' : 'already ended' };
}

function deleteResult({ runId: id, problem }: ServerRunDelete): BulkActionResult {
  return { id, problem };
}

function repeatResult({ runId: id, problem }: ServerRunRepeat): BulkActionResult {
  return problem?.code === 'outcome-unknown' ? unknownStart(id, problem) : { id, problem };
}

// Starting it once more could run it twice.
function unknownStart(id: string, { message }: WireError): BulkActionResult {
  return { id, problem: null, note: `It is unknown whether it was started: ${message}`, outcome: 'unknown' };
}

const pastWords: Readonly<Record<RunActionKind, string>> = {
  cancel: 'cancelled',
  delete: 'deleted',
  repeat: 'started',
};

/** `7 cancelled, 1 already ended, 2 not cancelled` */
export function summaryOfResults(kind: RunActionKind, results: readonly BulkActionResult[]): string {
  const counts = new Map<string, number>();
  for (const result of results) {
    const label = labelOfResult(kind, result);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].map(([label, count]) => `${count.toLocaleString('en')} ${label}`).join(', ');
}

function labelOfResult(kind: RunActionKind, { problem, outcome }: BulkActionResult): string {
  const past = pastWords[kind];
  if (problem === null) return outcome ?? past;
  return kind !== 'repeat' && mayHaveHappened(problem) ? 'unknown' : `not ${past}`;
}
