import { setTimeout as pause } from 'node:timers/promises';
import { GraphServerError, JsonText, type GraphClient } from 'remote-graph-client/client';
import { abortAfter } from '../common/abort-after.ts';
import { asAppError } from '../common/server-errors.ts';
import { toRunStatus } from '../runs/run-mapper.ts';
import { orGone } from '../common/or-gone.ts';
import { readRowRun } from './read-outcome.ts';

const purpose = 'experiments.rows';
const pollMs = 500;
const maxQueuedSeconds = 3600;
// Less than the studio waits when it closes, also for a server that does not answer.
const cleanUpMs = 2_000;

/**
 * - `name`: Of the thread.
 * - `seconds`: For the run, without its time in the queue.
 * - `roleName`: What it is called in problems: `judge`.
 */
export interface AssistantToAsk {
  readonly assistant: string;
  readonly inputText: string;
  readonly name: string;
  readonly seconds: number;
  readonly roleName: string;
  readonly onStarted: (run: { readonly threadId: string; readonly runId: string }) => void;
}

/**
 * Runs an assistant on a thread of its own, which stays to be looked at, and resolves with what it left there, or with why it left
 * nothing. Rejects if the server can't be asked, and when aborted; then the run is cancelled.
 */
export async function askAssistant(
  client: GraphClient,
  { assistant, inputText, name, seconds, roleName, onStarted }: AssistantToAsk,
  signal: AbortSignal,
): Promise<{ readonly valuesText: string } | { readonly problem: string }> {
  let limited = abortAfter(maxQueuedSeconds * 1000, signal);
  let timeoutText = `start within ${maxQueuedSeconds} s`;
  const options = { purpose, signal: limited };
  let threadId: string | null = null;
  let started: { readonly threadId: string; readonly runId: string } | null = null;
  let isRequested = false;
  try {
    ({ thread_id: threadId } = await client.threads.create({ metadata: { name } }, options));
    isRequested = true;
    const { run_id: runId } = await client.runs.create(
      threadId,
      assistant,
      { input: new JsonText(inputText) },
      options,
    );
    started = { threadId, runId };
    onStarted(started);
    // Its time begins when the server begins: until then, it waits behind the runs of the experiment.
    while (toRunStatus(await orGone(client.runs.get(threadId, runId, options))) === 'pending')
      await pause(pollMs, undefined, { signal: limited });
    limited = abortAfter(seconds * 1000, signal);
    timeoutText = `end within ${seconds} s`;
    for (;;) {
      const run = await readRowRun(client, { ...started, checks: [] }, limited);
      if (run === null) {
        await pause(pollMs, undefined, { signal: limited });
        continue;
      }
      if (run.ending === 'failed')
        return { problem: `The ${roleName} failed: ${run.error ?? 'it does not say why.'}` };
      if (run.ending === 'waiting') return { problem: `The ${roleName} waits for an answer.` };
      if (run.ending === null || run.valuesText === null)
        return { problem: `It is unknown what the ${roleName} answered.` };
      return { valuesText: run.valuesText };
    }
  } catch (error) {
    if (threadId !== null && started === null) {
      // A thread without a run is of no use to anybody; one with a run that may have started must not be deleted: that would
      // stop a worker of the JavaScript server for good (docs/protocol.md, Deleting a thread).
      const hasNone = !isRequested || error instanceof GraphServerError;
      await (
        hasNone ? client.threads.delete(threadId, cleanUpOptions()) : cancelNewest(client, threadId)
      ).catch(() => undefined);
    }
    // Nobody waits for its answer any more; if it is asked again, that is another run.
    const isCancelled =
      started !== null &&
      (await cancel(client, started).then(
        () => true,
        () => false,
      ));
    // Some servers say so with 404, others with 422 and their own words.
    if (error instanceof GraphServerError && started === null && asAppError(error).code === 'not-found')
      return { problem: `The server has no assistant ${assistant}.` };
    if (!limited.aborted) throw error;
    signal.throwIfAborted();
    const end = isCancelled ? ', and was cancelled' : ', and it is unknown whether its run was cancelled';
    return { problem: `The ${roleName} did not ${timeoutText}${end}.` };
  }
}

async function cancel(
  client: GraphClient,
  { threadId, runId }: { readonly threadId: string; readonly runId: string },
): Promise<void> {
  await client.runs.cancel(threadId, runId, { action: 'interrupt' }, cleanUpOptions());
}

async function cancelNewest(client: GraphClient, threadId: string): Promise<void> {
  const [run] = await client.runs.list(threadId, { limit: 1 }, cleanUpOptions());
  if (run) await cancel(client, { threadId, runId: run.run_id });
}

function cleanUpOptions() {
  return { purpose, signal: abortAfter(cleanUpMs) };
}
