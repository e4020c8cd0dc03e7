import type { GraphClient } from '../../remote-graph/client.ts';
import type { Run } from '../../shared/model/run.ts';
import { runOf } from './wire-to-run.ts';

/** As many runs of one thread as are listed. */
const mostRuns = 200;

/** A thread's runs, newest first by the server's own times (row C-14). `hasLog` tells which ones the studio holds. */
export async function listRuns(
  client: GraphClient,
  threadId: string,
  hasLog: (runId: string) => boolean,
  signal: AbortSignal,
): Promise<Run[]> {
  const found = await client.runs.list(threadId, { limit: mostRuns }, { signal, purpose: 'runs.list' });
  const runs = found.flatMap((wire) => runOf(wire, hasLog) ?? []);
  return newestFirst(runs);
}

/** By the server's own times. */
export function newestFirst<T extends Pick<Run, 'createdAt'>>(runs: readonly T[]): T[] {
  return runs.toSorted((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
}
