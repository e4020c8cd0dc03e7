import { rawTextOf, type GraphClient } from '../../remote-graph/client.ts';
import type { Run } from '../../shared/model/run.ts';
import { withInterruptReason } from './why-interrupted.ts';
import { toRun, type RunLogSummaryLookup } from './wire-to-run.ts';

/** As many runs of one thread as are listed. */
const mostRuns = 200;

/** A thread's runs, newest first by the server's own times (row C-14). `heldBy` tells what the studio holds of each. */
export async function listRuns(
  client: GraphClient,
  threadId: string,
  heldBy: RunLogSummaryLookup,
  signal: AbortSignal,
): Promise<Run[]> {
  const runs: Run[] = [];
  const call = { signal, purpose: 'runs.list' };
  for await (const wire of client.runs.listAll(threadId, { limit: mostRuns }, call)) {
    const run = toRun(wire, heldBy, rawTextOf(wire));
    if (run) runs.push(run);
  }
  return withInterruptReason(client, threadId, sortNewestFirst(runs), heldBy, signal);
}

/** By the server's own times. */
export function sortNewestFirst<T extends Pick<Run, 'createdAt'>>(runs: readonly T[]): T[] {
  return runs.toSorted((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
}
