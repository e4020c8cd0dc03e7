import type { QueryClient } from '@tanstack/react-query';
import type { RunRequest } from '../../../shared/model/run-request.ts';
import type { StartedRun } from '../../../shared/model/run.ts';
import type { PendingInterrupt } from '../../../shared/model/thread.ts';
import type { Studio } from '../studio.tsx';
import { assertStillAsked } from './answered-elsewhere.ts';
import { runStateOf } from './run-state-store.ts';
import { rememberStarted } from './started-here.ts';

/**
 * Starts a run. All panes hear of it before the first answer about it comes. Rejects when the run was not taken. `asked`:
 * the questions that it answers, as they are shown; they must still wait.
 */
export async function startRun(
  studio: Studio,
  queries: QueryClient,
  request: RunRequest,
  asked: readonly PendingInterrupt[] = [],
): Promise<StartedRun> {
  const { connectionId, threadId, begin } = request;
  if (threadId !== null && asked.length > 0)
    await assertStillAsked(studio, { connectionId, threadId }, asked);
  const store = threadId === null ? null : runStateOf(studio, queries, connectionId, threadId);
  store?.say({ by: 'window', kind: 'starting', continues: begin.kind !== 'input', at: Date.now() });
  try {
    const run = await studio.call('runs.start', request);
    rememberStarted(run.runId);
    store?.say({ by: 'window', kind: 'started', runId: run.runId, at: Date.now() });
    return run;
  } catch (thrown) {
    store?.say({ by: 'window', kind: 'refused', at: Date.now() });
    throw thrown;
  }
}
