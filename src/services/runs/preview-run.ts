import type { GraphClient } from 'remote-graph-client/client';
import type { RunPreview, RunRequest } from '../../shared/model/run-request.ts';
import { assertBreakpointTargets } from './assert-breakpoint-targets.ts';
import { withServerBreakpoints } from './server-breakpoints.ts';
import { buildRunPayload } from './build-run-payload.ts';
import { activePins } from './write-pinned-output.ts';

// Placeholder for the request id, which is generated on sending.
const unmade = '00000000-0000-0000-0000-000000000000';

// The request that would start a run, built by the code that sends it. Omits the webhook token, which is
// generated per run. Throws an `AppError` (`invalid-input`) as starting would.
export async function previewRun(
  client: GraphClient,
  planned: RunRequest,
  newThread: boolean,
): Promise<RunPreview> {
  // A thread that is not there yet has no id, but its runs have breakpoints.
  const targeted = newThread ? { ...planned, threadId: '' } : planned;
  await assertBreakpointTargets(client, targeted);
  const checked = withServerBreakpoints(targeted);
  const request = { ...checked, threadId: planned.threadId };
  const { threadId, assistantId, background, options } = request;
  const { webhook } = options;
  const pinned = activePins(targeted).map(({ nodeId }) => nodeId);
  const payload = buildRunPayload(request, {
    clientRequestId: unmade,
    webhook: webhook.kind === 'address' ? webhook.url : null,
  });
  // A new thread remembers nothing, so nothing needs to be looked up.
  const shownThreadId = newThread ? '{thread_id}' : threadId;
  const bodyText = await client.runs.bodyText(
    newThread ? null : threadId,
    assistantId,
    newThread ? { ...payload, onCompletion: undefined } : payload,
    { purpose: 'runs.preview' },
  );
  const thread = shownThreadId === null ? '' : `/threads/${shownThreadId}`;
  return {
    method: 'POST',
    path: `${thread}/runs${background ? '' : '/stream'}`,
    bodyText: newThread ? withThreadMembers(bodyText, payload.multitaskStrategy) : bodyText,
    notes: [
      ...(newThread ? ['The thread is created first, with POST /threads.'] : []),
      'client_request_id is new for each request. It finds a run whose start was interrupted.',
      ...(pinned.length === 0
        ? []
        : [
            `Where the run stops before ${pinned.join(', ')}, the studio writes the pinned output, and continues with another run.`,
          ]),
      ...(webhook.kind === 'listener'
        ? ["webhook is added when it is sent: the listener's address, with a token for this run."]
        : []),
    ],
  };
}

function withThreadMembers(bodyText: string, multitaskStrategy: string | undefined): string {
  const members = { multitask_strategy: multitaskStrategy, if_not_exists: 'reject' };
  return `${bodyText.slice(0, -1)},${JSON.stringify(members).slice(1)}`;
}
