import { setTimeout as pause } from 'node:timers/promises';
import { GraphServerError, type GraphClient } from '../../remote-graph/client.ts';
import type { CancelResult, RunStatus } from '../../shared/model/run.ts';
import { isActive, runStatusOf } from './wire-to-run.ts';

/** How long a run may take to stop before the studio says that it still runs, in milliseconds. */
const patienceMs = 10_000;

/**
 * Asks the server to stop a run and then asks what came of it (row C-15): `stopped` is true only when the run ended
 * because of a cancel. A run that ended by itself in the meantime reports its own status, and so does one that goes on.
 */
export async function cancelRun(
  client: GraphClient,
  threadId: string,
  runId: string,
  signal: AbortSignal,
): Promise<CancelResult> {
  const purpose = 'runs.cancel';
  try {
    await client.runs.cancel(threadId, runId, { action: 'interrupt' }, { purpose });
  } catch (thrown) {
    // Servers refuse to cancel what has ended already; the run itself tells.
    const mayHaveEnded =
      thrown instanceof GraphServerError && [400, 404, 409, 410, 422].includes(thrown.status);
    if (!mayHaveEnded) throw thrown;
    const status = runStatusOf(await client.runs.get(threadId, runId, { signal, purpose }));
    if (isActive(status)) throw thrown;
    return result(status);
  }
  const until = performance.now() + patienceMs;
  let wait = 50;
  for (;;) {
    const status = runStatusOf(await client.runs.get(threadId, runId, { signal, purpose }));
    if (!isActive(status) || performance.now() + wait > until) return result(status);
    // Polling, because waiting for a cancel in one request ties up a worker of the JavaScript server.
    await pause(wait, undefined, { signal });
    wait = Math.min(wait * 1.5, 1000);
  }
}

function result(status: RunStatus): CancelResult {
  return { status, stopped: status === 'interrupted' };
}
