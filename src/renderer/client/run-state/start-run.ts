import type { QueryClient } from '@tanstack/react-query';
import type { RunRequest } from '../../../shared/model/run-request.ts';
import type { StartedRun } from '../../../shared/model/run.ts';
import type { Studio } from '../studio.tsx';
import { runStateOf } from './run-state-store.ts';

/** Starts a run. All panes hear of it before the first answer about it comes. Rejects when the run was not taken. */
export async function startRun(
  studio: Studio,
  queries: QueryClient,
  request: RunRequest,
): Promise<StartedRun> {
  const { connectionId, threadId, begin } = request;
  const store = threadId === null ? null : runStateOf(studio, queries, connectionId, threadId);
  store?.say({ by: 'window', kind: 'starting', continues: begin.kind !== 'input', at: Date.now() });
  try {
    const run = await studio.call('runs.start', request);
    store?.say({ by: 'window', kind: 'started', runId: run.runId, at: Date.now() });
    return run;
  } catch (thrown) {
    store?.say({ by: 'window', kind: 'refused', at: Date.now() });
    throw thrown;
  }
}
