import { memberText } from '../../exact-json/members.ts';
import { textOf, type GraphClient } from '../../remote-graph/client.ts';
import { AppError } from '../../shared/app-error.ts';
import type { RunRecord } from '../../shared/model/run-record.ts';
import { newestFirst } from './list-runs.ts';
import type { RunPlace } from './run-shelf.ts';
import { sentText } from './sent-with.ts';
import { recordOf } from './wire-to-record.ts';
import { withWhyInterrupted } from './why-interrupted.ts';
import { isActive, runOf, runStatusOf, type HeldBy } from './wire-to-run.ts';

/** As many runs of one thread as are told of in full. */
const mostRecords = 1000;

/** A thread's runs with everything that a list shows, newest first. */
export async function runRecords(
  client: GraphClient,
  threadId: string,
  heldBy: HeldBy,
  signal: AbortSignal,
): Promise<RunRecord[]> {
  const records: RunRecord[] = [];
  const purpose = 'runs.records';
  for await (const wire of client.runs.listAll(threadId, { limit: mostRecords }, { signal, purpose })) {
    const run = runOf(wire, heldBy);
    if (run) records.push(recordOf(run, wire, textOf(wire), heldBy(run.runId)));
  }
  return withWhyInterrupted(client, threadId, newestFirst(records), heldBy, signal);
}

/** A run's input exactly as it was sent, for running it again; `null` when it had none. */
export async function runInput(
  client: GraphClient,
  { threadId, runId }: Pick<RunPlace, 'runId'> & { readonly threadId: string },
  signal: AbortSignal,
): Promise<string | null> {
  const wire = await client.runs.get(threadId, runId, { signal, purpose: 'runs.input' });
  const input = memberText(sentText(textOf(wire)), 'input');
  return input === null || input === 'null' ? null : input;
}

/**
 * Deletes a run on its server, which also deletes the checkpoints that it wrote (docs/protocol.md, Cancelling and
 * deleting runs). One that goes on is left alone: servers lose a worker, or the state, over it (docs/protocol.md,
 * Deleting a thread).
 */
export async function deleteRun(
  client: GraphClient,
  { threadId, runId }: Pick<RunPlace, 'runId'> & { readonly threadId: string },
): Promise<void> {
  const purpose = 'runs.delete';
  const status = runStatusOf(await client.runs.get(threadId, runId, { purpose }));
  if (isActive(status)) {
    throw new AppError('thread-busy', 'This run goes on. Deleting it now could leave its thread stuck.', {
      hint: 'Stop it first, then delete it.',
      details: { status },
    });
  }
  await client.runs.delete(threadId, runId, { purpose });
}
