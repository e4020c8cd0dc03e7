import { textOf, type GraphClient } from '../../remote-graph/client.ts';
import type { Run } from '../../shared/model/run.ts';
import { withWhyInterrupted } from './why-interrupted.ts';
import { runOf, type HeldBy } from './wire-to-run.ts';

/** As many runs of one thread as are listed. */
const mostRuns = 200;

/** A thread's runs, newest first by the server's own times (row C-14). `heldBy` tells what the studio holds of each. */
export async function listRuns(
  client: GraphClient,
  threadId: string,
  heldBy: HeldBy,
  signal: AbortSignal,
): Promise<Run[]> {
  const runs: Run[] = [];
  const call = { signal, purpose: 'runs.list' };
  for await (const wire of client.runs.listAll(threadId, { limit: mostRuns }, call)) {
    const run = runOf(wire, heldBy, textOf(wire));
    if (run) runs.push(run);
  }
  return withWhyInterrupted(client, threadId, newestFirst(runs), heldBy, signal);
}

/** By the server's own times. */
export function newestFirst<T extends Pick<Run, 'createdAt'>>(runs: readonly T[]): T[] {
  return runs.toSorted((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
}
