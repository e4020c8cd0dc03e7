import type { GraphClient } from 'remote-graph-client/client';
import type { Thread } from '../../shared/model/thread.ts';
import { parseThread } from './mutate-threads.ts';
import type { ThreadListCaches } from './thread-list-caches.ts';

/**
 * A thread's record, by the name that lists show. Throws `protocol` for anything else. Windows ask for it again and again, which
 * must not keep a server from saving its data.
 */
export async function readThread(
  client: GraphClient,
  { names, stops }: ThreadListCaches,
  threadId: string,
  signal: AbortSignal,
): Promise<Thread> {
  const options = { signal, purpose: 'threads.get' };
  const isSearched = await client.savesWhenIdle({ signal });
  const [listed] = isSearched ? await client.threads.search({ ids: [threadId], limit: 1 }, options) : [];
  const wire = listed?.thread_id === threadId ? listed : await client.threads.get(threadId, options);
  const thread = names.toNamedThread(wire) ?? parseThread(wire);
  return stops.fill(client, [thread])[0] ?? thread;
}
