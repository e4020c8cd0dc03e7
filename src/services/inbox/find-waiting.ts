import type { GraphClient } from '../../remote-graph/client.ts';
import type { InboxThread } from '../../shared/model/inbox.ts';
import { toThread } from '../threads/wire-to-thread.ts';
import { readPendingInterrupts } from './read-questions.ts';

/** What became of a thread that a run of the studio was on: it waits, it goes on, or it wants nothing. */
export type ThreadCheck =
  { readonly state: 'waits'; readonly thread: InboxThread } | { readonly state: 'busy' | 'done' };

/**
 * Looks at a thread that the search did not list. The JavaScript server may call a thread idle that still waits: when a
 * run streams its subgraphs and one of two questions is answered, the status is that of the subgraph which ended last.
 */
export async function checkThread(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
): Promise<ThreadCheck> {
  const call = { signal, purpose: 'inbox.watch' };
  const record = toThread(await client.threads.get(threadId, call));
  if (record === null) return { state: 'done' };
  if (record.status === 'busy') return { state: 'busy' };
  const { interrupts, name } = await readPendingInterrupts(client, threadId, signal);
  if (interrupts.length === 0) return { state: 'done' };
  const { graphId, assistantId, updatedAt } = record;
  return { state: 'waits', thread: { threadId, graphId, assistantId, name: record.name ?? name, updatedAt } };
}
