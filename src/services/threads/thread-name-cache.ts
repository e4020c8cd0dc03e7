import { TooLargeError, type GraphClient } from 'remote-graph-client/client';
import type { Thread } from '../../shared/model/thread.ts';
import { givenName, toThread } from './mappers/thread-mapper.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

// Threads per request for values, which may be megabytes each.
const perRequest = 20;

const maxNames = 5000;

type NamedThread = Pick<Thread, 'threadId' | 'name' | 'updatedAt'>;

/** Names of threads without one in their metadata, from their first human message. */
export interface ThreadNameCache {
  /** Adds names. A thread whose values could not be read gets none. */
  fill<T extends NamedThread>(client: GraphClient, threads: readonly T[], signal: AbortSignal): Promise<T[]>;
  /** Maps a record with values like {@link toThread}. The name that lists show stays when a later run changes the values. */
  toNamedThread(wire: unknown): Thread | null;
}

// A conversation's first message does not change, so it is read once per thread; a thread without one is read
// again after it changes. Lists can then be polled without values.
export function createThreadNameCache(): ThreadNameCache {
  const names = new Map<string, { readonly name: string | null; readonly updatedAt: string | null }>();

  const isKnown = ({ threadId, updatedAt }: NamedThread): boolean => {
    const entry = names.get(threadId);
    return entry !== undefined && (entry.name !== null || entry.updatedAt === updatedAt);
  };
  const remember = ({ threadId, updatedAt }: NamedThread, name: string | null): void => {
    names.delete(threadId);
    names.set(threadId, { name, updatedAt });
    for (const oldest of names.keys()) {
      if (names.size <= maxNames) break;
      names.delete(oldest);
    }
  };

  return {
    async fill(client, threads, signal) {
      const unknown = threads.filter((thread) => thread.name === null && !isKnown(thread));
      for (let start = 0; start < unknown.length; start += perRequest) {
        const batch = unknown.slice(start, start + perRequest);
        const namesById = await readNames(client, batch, signal);
        for (const thread of batch) remember(thread, namesById.get(thread.threadId) ?? null);
      }
      return threads.map((thread) => ({
        ...thread,
        name: thread.name ?? names.get(thread.threadId)?.name ?? null,
      }));
    },
    toNamedThread(wire) {
      const thread = toThread(wire);
      const isGiven = givenName(recordOrEmpty(recordOrEmpty(wire)['metadata'])) !== null;
      if (thread === null || thread.name === null || isGiven) return thread;
      const name = names.get(thread.threadId)?.name ?? thread.name;
      remember(thread, name);
      return { ...thread, name };
    },
  };
}

async function readNames(
  client: GraphClient,
  threads: readonly NamedThread[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const ids = threads.map(({ threadId }) => threadId);
  try {
    const page = await client.threads.search(
      { ids, limit: ids.length, offset: 0 },
      { signal, purpose: 'threads.list' },
    );
    // A server that ignores `ids` returns other threads, whose names are just as useful.
    const named = page.flatMap((wire) => toThread(wire) ?? []);
    return new Map(named.flatMap(({ threadId, name }) => (name === null ? [] : [[threadId, name]])));
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    if (threads.length === 1) return new Map();
  }
  const half = Math.ceil(threads.length / 2);
  const first = await readNames(client, threads.slice(0, half), signal);
  const second = await readNames(client, threads.slice(half), signal);
  return new Map([...first, ...second]);
}
