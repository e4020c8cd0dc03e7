import type { GraphClient } from 'remote-graph-client/client';
import { toRunOrigin, runKwargs } from '../runs/run-mapper.ts';

// Runs of a thread, of which all but the oldest few came after that of its row.
const maxRuns = 100;

/**
 * The run that continued a thread after this one: it answered what that one asked, wherever somebody did. `null`: none, or one that
 * is not known to go on there: it has a new input, begins at a checkpoint, or its record does not say. Rejects if the server
 * can't be asked.
 */
export async function answeringRun(
  client: GraphClient,
  { threadId, runId }: { readonly threadId: string; readonly runId: string },
  signal: AbortSignal,
): Promise<string | null> {
  const runs = await client.runs.list(threadId, { limit: maxRuns }, { purpose: 'experiments.rows', signal });
  const asked = runs.findIndex((run) => run.run_id === runId);
  const next = asked === -1 ? undefined : runs[asked - 1];
  if (next === undefined) return null;
  const { kind, checkpointId } = toRunOrigin(runKwargs(next));
  const goesOn = kind === 'resume' || (kind === 'continue' && checkpointId === null);
  return goesOn ? next.run_id : null;
}
