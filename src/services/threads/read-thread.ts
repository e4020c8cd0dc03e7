import type { GraphClient } from 'remote-graph-client/client';
import type { Thread } from '../../shared/model/threads/thread.ts';
import { parseThread } from './mutate-threads.ts';
import type { ThreadListCaches } from './thread-list-caches.ts';

/** A thread's record, by the name that lists show. Throws `protocol` for anything else. */
export async function readThread(
  client: GraphClient,
  { names, stops }: ThreadListCaches,
  threadId: string,
  signal: AbortSignal,
): Promise<Thread> {
  const wire = await client.threads.get(threadId, { signal, purpose: 'threads.get' });
  const thread = names.toNamedThread(wire) ?? parseThread(wire);
  return stops.fill(client, [thread])[0] ?? thread;
}
