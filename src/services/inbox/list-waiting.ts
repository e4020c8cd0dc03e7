import type { GraphClient } from '../../remote-graph/client.ts';
import type { InboxThread } from '../../shared/model/inbox.ts';
import { toThread } from '../threads/wire-to-thread.ts';

/** Most threads that the inbox lists of one server: as many as any server gives at once. */
export const maxInboxThreads = 100;

/** What a row needs: values, which may be megabytes of each thread, stay where they are. */
const members = ['thread_id', 'status', 'metadata', 'created_at', 'updated_at'];

/** The threads of a server that wait for a person, newest first, and whether there are more than the list holds. */
export async function listInterruptedThreads(
  client: GraphClient,
  signal: AbortSignal,
): Promise<{ readonly threads: InboxThread[]; readonly more: boolean }> {
  const query = { status: 'interrupted', sortBy: 'updated_at', sortOrder: 'desc', select: members } as const;
  const call = { signal, purpose: 'inbox.watch' };
  const found = await client.threads.search({ ...query, limit: maxInboxThreads }, call);
  const more =
    found.length >= maxInboxThreads &&
    (await client.threads.search({ ...query, limit: 1, offset: maxInboxThreads }, call)).length > 0;
  const threads = found
    .flatMap((wire) => toThread(wire) ?? [])
    // A server that does not filter would fill the inbox with threads that wait for nobody.
    .filter(({ status }) => status === 'interrupted')
    .map(({ threadId, graphId, assistantId, name, updatedAt }) => ({
      threadId,
      graphId,
      assistantId,
      name,
      updatedAt,
    }))
    .toSorted((a, b) => (b.updatedAt ?? '').localeCompare(a.updatedAt ?? ''));
  return { threads: threads.slice(0, maxInboxThreads), more };
}
