import { GraphServerError, type GraphClient } from '../../../remote-graph/client.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { DeleteStuckRunResult } from '../../../shared/model/runs/run.ts';
import { toThread } from '../../threads/mappers/thread-mapper.ts';
import { cancelRun } from './cancel-run.ts';
import { isActive, toRunStatus } from '../mappers/run-mapper.ts';

/** How long a run that did not stop before gets to stop after all, in milliseconds. */
const lastChanceMs = 1500;

const purpose = 'runs.deleteStuck';

/**
 * Frees a thread from a run that is active on paper only. The JavaScript server, restarted in mid-run, lists the run as
 * running for ever: it takes a cancel of either kind and does nothing, and a new run of any multitask strategy waits
 * behind it (measured with langgraph-api 1.5.1). Deleting the run is what helps; its thread then takes runs and edits,
 * although the server calls it busy until the next run ends. A run that really goes on would take a worker of the server
 * with it, so that it is asked to stop first, and is not deleted when it does.
 */
export async function deleteStuckRun(
  client: GraphClient,
  { threadId, runId }: { readonly threadId: string; readonly runId: string },
  signal: AbortSignal,
): Promise<DeleteStuckRunResult> {
  const run = { threadId, runId, action: 'interrupt', log: undefined, waitMs: lastChanceMs } as const;
  const { status, threadStatus } = await cancelRun(client, run, signal);
  if (status === null || !isActive(status)) return { outcome: 'ended', threadStatus, waiting: 0 };
  await client.runs.delete(threadId, runId, { purpose });
  if (await isListed(client, threadId, runId, signal)) {
    throw new AppError('server-failed', 'The server took the request and still lists the run.', {
      hint: 'Copy the thread: the copy has its states and takes runs.',
    });
  }
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
  } catch (thrown) {
    if (thrown instanceof GraphServerError && thrown.status === 404) return false;
    throw thrown;
  }
}

async function waitingRuns(client: GraphClient, threadId: string, signal: AbortSignal): Promise<number> {
  let count = 0;
  for await (const wire of client.runs.listAll(threadId, {}, { signal, purpose })) {
    if (isActive(toRunStatus(wire))) count += 1;
  }
  return count;
}
