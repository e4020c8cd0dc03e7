import { memberText } from '../../exact-json/scan/object-members.ts';
import { rawTextOf, type GraphClient } from '../../remote-graph/client.ts';
import { AppError } from '../../shared/app-error.ts';
import type { RunRecord } from '../../shared/model/run-record.ts';
import { sortNewestFirst } from './list-runs.ts';
import type { RunRef } from './run-shelf.ts';
import { runKwargsText } from './sent-with.ts';
import { toRunRecord } from './mappers/run-record-mapper.ts';
import { withInterruptReason } from './why-interrupted.ts';
import { isActive, toRun, toRunStatus, type RunLogSummaryLookup } from './wire-to-run.ts';

/** As many runs of one thread as are told of in full. */
const mostRecords = 1000;

/** A thread's runs with everything that a list shows, newest first. */
export async function listRunRecords(
  client: GraphClient,
  threadId: string,
  heldBy: RunLogSummaryLookup,
  signal: AbortSignal,
): Promise<RunRecord[]> {
  const records: RunRecord[] = [];
  const purpose = 'runs.records';
  for await (const wire of client.runs.listAll(threadId, { limit: mostRecords }, { signal, purpose })) {
    const run = toRun(wire, heldBy);
    if (run) records.push(toRunRecord(run, wire, rawTextOf(wire), heldBy(run.runId)));
  }
  return withInterruptReason(client, threadId, sortNewestFirst(records), heldBy, signal);
}

/** A run's input exactly as it was sent, for running it again; `null` when it had none. */
export async function readRunInput(
  client: GraphClient,
  { threadId, runId }: Pick<RunRef, 'runId'> & { readonly threadId: string },
  signal: AbortSignal,
): Promise<string | null> {
  const wire = await client.runs.get(threadId, runId, { signal, purpose: 'runs.input' });
  const input = memberText(runKwargsText(rawTextOf(wire)), 'input');
  return input === null || input === 'null' ? null : input;
}

/**
 * Deletes a run on its server, which also deletes the checkpoints that it wrote (docs/protocol.md, Cancelling and
 * deleting runs). One that goes on is left alone: servers lose a worker, or the state, over it (docs/protocol.md,
 * Deleting a thread).
 */
export async function deleteRun(
  client: GraphClient,
  { threadId, runId }: Pick<RunRef, 'runId'> & { readonly threadId: string },
): Promise<void> {
  const purpose = 'runs.delete';
  const status = toRunStatus(await client.runs.get(threadId, runId, { purpose }));
  if (isActive(status)) {
    throw new AppError('thread-busy', 'This run goes on. Deleting it now could leave its thread stuck.', {
      hint: 'Stop it first, then delete it.',
      details: { status },
    });
  }
  await client.runs.delete(threadId, runId, { purpose });
}
