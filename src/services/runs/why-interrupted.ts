import type { GraphClient } from '../../remote-graph/client.ts';
import type { Run } from '../../shared/model/run.ts';
import { toThread } from '../threads/wire-to-thread.ts';
import type { RunLogSummaryLookup } from './wire-to-run.ts';

/**
 * Says of each run that its server calls `interrupted` why. LangGraph's own servers mean one that was cancelled, others
 * also one that waits for a person: there the run's events tell, and of the newest run whether its thread waits.
 */
export async function withInterruptReason<T extends Run>(
  client: GraphClient,
  threadId: string,
  newestFirst: readonly T[],
  heldBy: RunLogSummaryLookup,
  signal: AbortSignal,
): Promise<T[]> {
  if (!newestFirst.some(({ status }) => status === 'interrupted')) return [...newestFirst];
  const isOfficial = await client.isOfficial({ signal });
  const waits = isOfficial ? false : await threadWaits(client, threadId, signal);
  return newestFirst.map((run, index) => {
    if (run.status !== 'interrupted') return run;
    const outcome = heldBy(run.runId)?.outcome;
    if (isOfficial || outcome === 'cancelled') return { ...run, interruptedBy: 'cancel' };
    if (outcome === 'interrupted') return { ...run, interruptedBy: 'question' };
    if (index > 0 || waits === null) return { ...run, interruptedBy: 'unknown' };
    return { ...run, interruptedBy: waits ? 'question' : 'cancel' };
  });
}

/** `null` when the thread can't be read. */
async function threadWaits(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
): Promise<boolean | null> {
  const wire = await client.threads.get(threadId, { signal, purpose: 'runs.list' }).catch(() => null);
  const status = wire && toThread(wire)?.status;
  return status === null || status === undefined ? null : status === 'interrupted';
}
