import { textOf, TooLargeError, type GraphClient } from '../../remote-graph/client.ts';
import type { HistoryPage } from '../../shared/model/thread.ts';
import { historyPage } from './wire-to-history.ts';

/**
 * A page of a thread's history, newest first. Servers send the values of every checkpoint along; where they are so
 * large that a page outgrows what one answer may be, a smaller page is asked for.
 */
export async function readHistory(
  client: GraphClient,
  threadId: string,
  page: { readonly before: string | null; readonly limit: number },
  signal: AbortSignal,
): Promise<HistoryPage> {
  const { before, limit } = page;
  try {
    // One more than is shown: the last row's parent.
    const query = { limit: limit + 1, before };
    const wire = await client.threads.getHistory(threadId, query, { signal, purpose: 'threads.history' });
    return historyPage(textOf(wire), limit);
  } catch (thrown) {
    if (!(thrown instanceof TooLargeError) || limit === 1) throw thrown;
    return readHistory(client, threadId, { before, limit: Math.ceil(limit / 4) }, signal);
  }
}
