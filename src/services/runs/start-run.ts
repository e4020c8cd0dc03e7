import { randomUUID } from 'node:crypto';
import {
  GraphServerError,
  mentionsBusyThread,
  UnknownOutcomeError,
  type GraphClient,
  type WireRun,
} from 'remote-graph-client/client';
import type { RunRequest } from '../../shared/model/run-request.ts';
import type { StartedRun } from '../../shared/model/run.ts';
import type { WebhookReservations } from '../webhooks/webhook-reservation.ts';
import { buildRunPayload } from './build-run-payload.ts';
import type { StatelessRuns } from './stateless-runs.ts';
import { AppError } from '../../shared/app-error.ts';
import type { ServerClients } from '../common/server-clients.ts';
import type { BreakpointSession } from './breakpoint-session.ts';
import { requestedBreakpoints } from './log/missed-breakpoints.ts';
import type { RunRecorder } from './log/run-recorder.ts';
import type { StartedRuns } from './started-runs.ts';

interface RunStarterOptions {
  readonly clients: ServerClients;
  readonly webhooks: WebhookReservations;
  readonly recorder: RunRecorder;
  readonly startedRuns: StartedRuns;
  readonly statelessRuns: StatelessRuns;
}

// Starts a run, and reads its events unless it is a background run. One request, never sent again. Throws an `AppError` that
// says why the server refused. `session`: to check its breakpoints, which `request` has as the server's.
export type RunStarter = (
  client: GraphClient,
  request: RunRequest,
  session: BreakpointSession | null,
) => Promise<StartedRun>;

export function createRunStarter(options: RunStarterOptions): RunStarter {
  const { clients, webhooks, recorder, startedRuns, statelessRuns } = options;
  return async (client, request, session) => {
    const { connectionId, threadId, assistantId, checkpointId, trigger, background } = request;
    const { webhook: webhookOption } = request.options;
    const reservation =
      webhookOption.kind === 'listener' ? await webhooks.reserve(connectionId, threadId ?? '') : null;
    const clientRequestId = randomUUID();
    const onStarted = (runId: string, temporaryThreadId: string | null): void => {
      reservation?.bind(runId);
      if (threadId === null) statelessRuns.remember(runId, { clientRequestId, threadId: temporaryThreadId });
      startedRuns.add(runId, trigger, checkpointId);
    };
    try {
      const webhook = webhookOption.kind === 'address' ? webhookOption.url : (reservation?.url ?? null);
      const payload = buildRunPayload(request, { clientRequestId, webhook });
      const callOptions = { purpose: 'runs.start' };
      if (background) {
        const createdRun = await client.runs.create(threadId, assistantId, payload, callOptions);
        onStarted(createdRun.run_id, temporaryThread(createdRun));
        return { runId: createdRun.run_id, threadId };
      }
      const currentClient = (): Promise<GraphClient> => clients.get(connectionId);
      const stream = client.runs.stream(threadId, assistantId, payload, { ...callOptions, currentClient });
      // A run that could not be started rejects `runId` too.
      stream.end.catch(() => undefined);
      const runId = await stream.runId;
      onStarted(runId, stream.temporaryThreadId);
      const breakpoints = requestedBreakpoints(request);
      recorder.record(stream, { connectionId, runId, threadId }, { breakpoints, session });
      return { runId, threadId };
    } catch (error) {
      // A run that may have started may still report its end.
      if (!(error instanceof UnknownOutcomeError)) reservation?.release();
      throw threadId === null ? error : await explainStartFailure(client, threadId, error);
    }
  };
}

// The thread in a run's record, unless empty.
function temporaryThread({ thread_id: threadId }: WireRun): string | null {
  return typeof threadId === 'string' && threadId !== '' ? threadId : null;
}

// Why a run was refused. Servers send 409 or 422 for a busy thread, and the JavaScript server also for a
// missing one (docs/protocol.md, Status codes), so the thread is looked up.
async function explainStartFailure(client: GraphClient, threadId: string, error: unknown): Promise<unknown> {
  if (!(error instanceof GraphServerError) || (error.status !== 409 && error.status !== 422)) return error;
  const details = { status: String(error.status), server: error.serverText };
  try {
    const thread = await client.threads.get(threadId, { purpose: 'runs.start' });
    // 422 has many other causes, so the server's own message wins over a guess.
    const mayMeanBusy = error.status === 409 || mentionsBusyThread(error.serverText);
    if (thread.status !== 'busy' || !mayMeanBusy) return error;
    return new AppError('thread-busy', 'A run is already active on this thread.', {
      hint: 'Wait until it ends, or cancel it.',
      details,
    });
  } catch (lookupError) {
    if (!(lookupError instanceof GraphServerError) || lookupError.status !== 404) return error;
    return new AppError('not-found', 'The thread does not exist on this server.', {
      hint: 'It may have been deleted. Select another thread, or create one.',
      details,
    });
  }
}
