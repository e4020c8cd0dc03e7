import type { GraphClient } from 'remote-graph-client/client';
import type { RunRequest } from '../../shared/model/run-request.ts';
import type { StartedRun } from '../../shared/model/run.ts';
import type { ServerClients } from '../common/server-clients.ts';
import type { WebhookTokens } from '../webhooks/token-store.ts';
import type { BreakpointSession } from './breakpoint-sessions.ts';
import { requestedBreakpoints } from './log/missed-breakpoints.ts';
import type { RunRecorder } from './log/run-recorder.ts';
import { startRun } from './start-run.ts';
import type { StartedRuns } from './started-runs.ts';
import type { StatelessRuns } from './stateless-runs.ts';

interface RunStarterOptions {
  readonly clients: ServerClients;
  readonly webhooks: WebhookTokens;
  readonly recorder: RunRecorder;
  readonly started: StartedRuns;
  readonly threadless: StatelessRuns;
}

/** Starts a run, and reads its events. `session`: to check its breakpoints, which `request` has as the server's. */
export type RunStarter = (
  client: GraphClient,
  request: RunRequest,
  session: BreakpointSession | null,
) => Promise<StartedRun>;

export function createRunStarter(options: RunStarterOptions): RunStarter {
  const { clients, webhooks, recorder, started, threadless } = options;
  return async (client, request, session) => {
    const { connectionId, trigger, checkpointId } = request;
    const startedRun = await startRun(client, request, {
      webhooks,
      currentClient: () => clients.get(connectionId),
      record: (stream, run) => {
        started.add(run.runId, trigger, checkpointId);
        const breakpoints = requestedBreakpoints(request);
        recorder.record(stream, { connectionId, ...run }, { breakpoints, session });
      },
      remember: threadless.remember,
    });
    // One in the background has no events.
    if (request.background) started.add(startedRun.runId, trigger, checkpointId);
    return startedRun;
  };
}
