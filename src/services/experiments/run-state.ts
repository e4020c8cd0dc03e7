import { rawTextOf, type GraphClient, type WireThreadState } from 'remote-graph-client/client';
import { recordOrEmpty } from '../../shared/narrow.ts';
import { nonEmptyStringOrNull, timeOrNull } from '../common/narrow.ts';
import { orGone } from '../common/or-gone.ts';

// Checkpoints that are looked through for the newest one of a run. Each has all of the state, so a page is small.
const maxCheckpoints = 500;
const pageSize = 10;

// `run`: its record; `null` if it is unknown.
interface RunOnThread {
  readonly threadId: string;
  readonly runId: string;
  readonly run: unknown;
}

interface RequestOptions {
  readonly signal: AbortSignal;
  readonly purpose: string;
}

/**
 * The JSON text of the state that a run left on its thread, whatever other runs and edits wrote there since; of a run without a
 * checkpoint of its own, what the thread had when it ended. The newest state where the server does not say which run wrote it; `null`
 * without any. Rejects if the server can't be asked.
 */
export async function readRunState(
  client: GraphClient,
  run: RunOnThread,
  options: RequestOptions,
): Promise<string | null> {
  const newest = await orGone(client.threads.getState(run.threadId, null, options));
  if (newest === null) return null;
  const { runId, isEdit } = writerOf(newest);
  const isLeftByRun = !isEdit && (runId === null || runId === run.runId);
  const state = isLeftByRun ? newest : ((await orGone(findRunState(client, run, options))) ?? newest);
  return rawTextOf(state);
}

async function findRunState(
  client: GraphClient,
  { threadId, runId, run }: RunOnThread,
  options: RequestOptions,
): Promise<WireThreadState | null> {
  const endedMs = millisOf(recordOrEmpty(run)['updated_at']);
  let atEnd: WireThreadState | null = null;
  for await (const state of client.threads.historyAll(
    threadId,
    { pageSize, limit: maxCheckpoints },
    options,
  )) {
    const writer = writerOf(state);
    if (writer.runId === runId && !writer.isEdit) return state;
    if (millisOf(state.created_at) <= endedMs) atEnd ??= state;
  }
  return atEnd;
}

function writerOf({ metadata }: WireThreadState): {
  readonly runId: string | null;
  readonly isEdit: boolean;
} {
  const { run_id: runId, source } = recordOrEmpty(metadata);
  return { runId: nonEmptyStringOrNull(runId), isEdit: source === 'update' || source === 'fork' };
}

// `NaN`, which is neither before nor after any time, if unknown.
function millisOf(time: unknown): number {
  return Date.parse(timeOrNull(time) ?? '');
}
