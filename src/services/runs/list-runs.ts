import type { GraphClient } from '../../remote-graph/client.ts';
import type { Run } from '../../shared/model/run.ts';
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
  const found = await client.runs.list(threadId, { limit: mostRuns }, { signal, purpose: 'runs.list' });
  const runs = found.flatMap((wire) => runOf(wire, heldBy) ?? []);
  return newestFirst(runs);
}

/** By the server's own times. */
export function newestFirst<T extends Pick<Run, 'createdAt'>>(runs: readonly T[]): T[] {
  return runs.toSorted((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
}
