import { TooLargeError, type GraphClient, type WireThread } from '../../remote-graph/client.ts';
import type { Thread } from '../../shared/model/thread.ts';
import { threadOf } from './wire-to-thread.ts';

/** The `limit` threads that changed last, newest first by the server's own times (row C-14). */
export async function listThreads(
  client: GraphClient,
  limit: number,
  signal: AbortSignal,
): Promise<Thread[]> {
  const found = await searchPage(client, { limit, offset: 0 }, signal);
  return found.flatMap((wire) => threadOf(wire) ?? []).toSorted(newestFirst);
}

/**
 * One page. Servers send the values of every thread along; where those are so large that the page outgrows what one
 * answer may be, it is read in two halves.
 */
async function searchPage(
  client: GraphClient,
  page: { readonly limit: number; readonly offset: number },
  signal: AbortSignal,
): Promise<WireThread[]> {
  const { limit, offset } = page;
  try {
    const query = { limit, offset, sortBy: 'updated_at', sortOrder: 'desc' } as const;
    return await client.threads.search(query, { signal, purpose: 'threads.list' });
  } catch (thrown) {
    if (!(thrown instanceof TooLargeError) || limit === 1) throw thrown;
  }
  const half = Math.ceil(limit / 2);
  const first = await searchPage(client, { limit: half, offset }, signal);
  const second = await searchPage(client, { limit: limit - half, offset: offset + half }, signal);
  return [...first, ...second];
}

/** One server writes all its times in one form, so they compare as texts. */
function newestFirst(a: Thread, b: Thread): number {
  return (b.updatedAt ?? '').localeCompare(a.updatedAt ?? '');
}
