import { randomUUID } from 'node:crypto';
import {
  GraphServerError,
  mentionsBusyThread,
  UnknownOutcomeError,
  type GraphClient,
  type RunStream,
  type WireRun,
} from 'remote-graph-client/client';
import type { RunRequest } from '../../shared/model/run-request.ts';
import type { StartedRun } from '../../shared/model/run.ts';
import type { WebhookReservation, WebhookTokens } from '../webhooks/token-store.ts';
import { buildRunPayload } from './build-run-payload.ts';
import type { StatelessRunMarker } from './stateless-runs.ts';
import { AppError } from '../../shared/app-error.ts';

interface StartRunDependencies {
  readonly webhooks: WebhookTokens;
  /** The connection's client, which changes with its address, key or trust. */
  readonly currentClient: () => Promise<GraphClient>;
  readonly record: (stream: RunStream, run: StartedRun) => void;
  readonly remember: (runId: string, mark: StatelessRunMarker) => void;
}

/**
 * Starts a run, and reads its events unless it is a background run. One request, never sent again.
 * Throws an `AppError` that says why the server refused.
 */
export async function startRun(
  client: GraphClient,
  request: RunRequest,
  { webhooks, currentClient, record, remember }: StartRunDependencies,
): Promise<StartedRun> {
  const { threadId, assistantId, background, options } = request;
  const reservation = options.webhook.kind === 'listener' ? await reserve(webhooks, request) : null;
  try {
    const webhook = options.webhook.kind === 'address' ? options.webhook.url : (reservation?.url ?? null);
    const clientRequestId = randomUUID();
    const payload = buildRunPayload(request, { clientRequestId, webhook });
    const callWith = { purpose: 'runs.start' };
    if (background) {
      const created = await client.runs.create(threadId, assistantId, payload, callWith);
      const runId = created.run_id;
      reservation?.bind(runId);
      if (threadId === null) remember(runId, { clientRequestId, threadId: temporaryThread(created) });
      return { runId, threadId };
    }
    const stream = client.runs.stream(threadId, assistantId, payload, { ...callWith, currentClient });
    // A run that could not be started rejects `runId` too.
    stream.end.catch(() => undefined);
    const runId = await stream.runId;
    reservation?.bind(runId);
    if (threadId === null) remember(runId, { clientRequestId, threadId: stream.temporaryThreadId });
    record(stream, { runId, threadId });
    return { runId, threadId };
  } catch (error) {
    // A run that may have started may still report its end.
    if (!(error instanceof UnknownOutcomeError)) reservation?.release();
    throw threadId === null ? error : await explainStartFailure(client, threadId, error);
  }
}

// The thread in a run's record, unless empty.
function temporaryThread({ thread_id: threadId }: WireRun): string | null {
  return typeof threadId === 'string' && threadId !== '' ? threadId : null;
}

function reserve(
  webhooks: WebhookTokens,
  { connectionId, threadId }: RunRequest,
): Promise<WebhookReservation> {
  return webhooks.reserve(connectionId, threadId ?? '');
}

/**
 * Why a run was refused. Servers send 409 or 422 for a busy thread, and the JavaScript server also for a
 * missing one (docs/protocol.md, Status codes), so the thread is looked up.
 */
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
  } catch (why) {
    if (!(why instanceof GraphServerError) || why.status !== 404) return error;
    return new AppError('not-found', 'The thread does not exist on this server.', {
      hint: 'It may have been deleted. Select another thread, or create one.',
      details,
    });
  }
}
