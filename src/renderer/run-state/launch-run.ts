import type { QueryClient } from '@tanstack/react-query';
import type { RunRequest } from '../../shared/model/runs/run-request.ts';
import type { StartedRun } from '../../shared/model/runs/run.ts';
import type { PendingInterrupt } from '../../shared/model/threads/thread.ts';
import type { Studio } from '../rpc/rpc-context.ts';
import { assertStillPending, rememberStartedRun } from './answer-guard.ts';
import { getRunStateStore } from './run-state-store.ts';

/**
 * Starts a run. All panes hear of it before the first answer about it comes. Rejects when the run was not taken. `asked`:
 * the questions that it answers, as they are shown; they must still wait.
 */
export async function launchRun(
  studio: Studio,
  queries: QueryClient,
  request: RunRequest,
  asked: readonly PendingInterrupt[] = [],
): Promise<StartedRun> {
  const { connectionId, threadId, trigger } = request;
  if (threadId !== null && asked.length > 0)
    await assertStillPending(studio, { connectionId, threadId }, asked);
  const store = threadId === null ? null : getRunStateStore(studio, queries, connectionId, threadId);
  store?.say({ by: 'window', kind: 'starting', continues: trigger.kind !== 'input', at: Date.now() });
  try {
    const run = await studio.call('runs.start', request);
    rememberStartedRun(run.runId);
    store?.say({ by: 'window', kind: 'started', runId: run.runId, at: Date.now() });
    return run;
  } catch (thrown) {
    store?.say({ by: 'window', kind: 'refused', at: Date.now() });
    throw thrown;
  }
}
