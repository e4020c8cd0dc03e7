import { GraphServerError, type GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import { isActive } from '../../shared/model/is-active.ts';
import type { CancelResult, DeleteStuckRunResult } from '../../shared/model/run.ts';
import { toThread } from '../threads/mappers/thread-mapper.ts';
import { cancelRun } from './cancel-run.ts';
import { toRunStatus } from './run-mapper.ts';

// Last time for a stuck run to stop by itself, in milliseconds.
const lastChanceMs = 1500;

const purpose = 'runs.deleteStuck';

// Deletes a stale run that the server still lists as active. A restarted JavaScript server lists an
// interrupted run as running forever: it accepts cancels without effect, and new runs of any multitask
// strategy queue behind it (measured with langgraph-api 1.5.1). Deleting it lets the thread take runs and
// edits again, although the server calls the thread busy until the next run ends. Deleting a run that is
// really active would break a worker, so it is cancelled first, and kept if it stops. The Python server starts such a run again,
// so that a cancel stops it.
export async function deleteStuckRun(
  client: GraphClient,
  { threadId, runId }: { readonly threadId: string; readonly runId: string },
  signal: AbortSignal,
): Promise<DeleteStuckRunResult> {
  const run = { threadId, runId, action: 'interrupt', log: undefined, waitMs: lastChanceMs } as const;
  let cancelled: Pick<CancelResult, 'status' | 'threadStatus'>;
  try {
    cancelled = await cancelRun(client, run, signal);
  } catch (error) {
    // A run with `rollback` that started meanwhile has deleted it.
    const isGone = error instanceof GraphServerError && error.status === 404;
    if (!isGone || (await isListed(client, threadId, runId, signal))) throw error;
    return goneRun(client, threadId, signal);
  }
  const { status, threadStatus } = cancelled;
  if (status === 'unknown') {
    throw new AppError(
      'protocol',
      'The server does not report whether the run has ended. Nothing was deleted.',
      {
        hint: 'Refresh the list of runs, then try again.',
      },
    );
  }
  if (status === null || !isActive(status)) return { outcome: 'ended', threadStatus, waiting: 0 };
  await client.runs.delete(threadId, runId, { purpose });
  if (await isListed(client, threadId, runId, signal)) {
    throw new AppError('server-failed', 'The server accepted the request but still lists the run.', {
      hint: 'Copy the thread: the copy has its states and accepts runs.',
    });
  }
  return goneRun(client, threadId, signal);
}

// Throws if the thread is gone too.
async function goneRun(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
): Promise<DeleteStuckRunResult> {
  const thread = toThread(await client.threads.get(threadId, { signal, purpose }));
  return {
    outcome: 'deleted',
    threadStatus: thread?.status ?? null,
    waiting: await waitingRuns(client, threadId, signal),
  };
}

async function isListed(
  client: GraphClient,
  threadId: string,
  runId: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await client.runs.get(threadId, runId, { signal, purpose });
    return true;
  } catch (error) {
    if (error instanceof GraphServerError && error.status === 404) return false;
    throw error;
  }
}

async function waitingRuns(client: GraphClient, threadId: string, signal: AbortSignal): Promise<number> {
  let count = 0;
  for await (const wire of client.runs.listAll(threadId, {}, { signal, purpose })) {
    if (isActive(toRunStatus(wire))) count += 1;
  }
  return count;
}
