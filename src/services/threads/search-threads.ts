import { memberText } from 'exact-json';
import { rawTextOf, type GraphClient, type WireThread } from 'remote-graph-client/client';
import type { Thread } from '../../shared/model/thread.ts';
import {
  defaultThreadListing,
  type ThreadListFilter,
  type ThreadSearchResult,
} from '../../shared/model/thread-listing.ts';
import { listedThreadStatus, statusLabels } from '../../shared/status-labels.ts';
import { listThreads, matchingThreads, searchPage } from './list-threads.ts';
import type { ThreadListCaches } from './thread-list-caches.ts';

interface ThreadSearchQuery {
  readonly text: string;
  readonly filter: ThreadListFilter;
}

// Threads per request: the most that servers allow. Their values are left out, unless the list is filtered by values.
const perPage = 1000;
const perPageWithValues = 100;
const maxSearched = 10_000;
// On some servers only its state shows whether a thread fits.
const maxSearchedWithValues = 1000;
const maxResults = 100;
// Names read from values at most, which may be megabytes each; they are remembered for the next search.
const maxNamed = 100;

// Searches all threads of a server by name, id, graph, status, tags and metadata. Servers can't search text,
// so their records are read without values and searched here; a JSON object is given to the server, which
// compares it with metadata and values.
export async function searchThreads(
  client: GraphClient,
  caches: ThreadListCaches,
  { text, filter }: ThreadSearchQuery,
  signal: AbortSignal,
): Promise<ThreadSearchResult> {
  const { names, stopReasons } = caches;
  if (isJsonObject(text)) return searchByJson(client, caches, { text, filter }, signal);
  const [limit, most] =
    filter.valuesText === null ? [perPage, maxSearched] : [perPageWithValues, maxSearchedWithValues];
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches: Thread[] = [];
  // A thread that moves to the next page meanwhile is on both.
  const searchedIds = new Set<string>();
  let offset = 0;
  let unnamed = 0;
  let mayName = maxNamed;
  let isComplete = false;
  while (!isComplete && offset < most) {
    const listing = { ...defaultThreadListing, filter };
    const page = await searchPage(client, listing, { limit, offset }, signal);
    const added = page.filter(({ thread_id: threadId }) => !searchedIds.has(threadId));
    const matching = await matchingThreads(client, added, filter, signal);
    const threads = matching.flatMap((wire) => names.toNamedThread(wire) ?? []);
    const textOf = new Map(matching.map((wire) => [wire.thread_id, metadataText(wire)]));
    const nameless = threads.filter(({ name }) => name === null);
    const named = await names.fill(client, nameless.slice(0, mayName), signal);
    mayName -= named.length;
    unnamed += nameless.length - named.length;
    const nameOf = new Map(named.map(({ threadId, name }) => [threadId, name]));
    for (const thread of threads) {
      const namedThread = { ...thread, name: thread.name ?? nameOf.get(thread.threadId) ?? null };
      const status = `${namedThread.status} ${statusLabels[listedThreadStatus(namedThread)]}`;
      const all = [
        namedThread.name ?? '',
        namedThread.threadId,
        status,
        textOf.get(namedThread.threadId) ?? '',
      ];
      const haystack = all.join(' ').toLowerCase();
      if (words.every((word) => haystack.includes(word))) matches.push(namedThread);
    }
    for (const { thread_id: threadId } of added) searchedIds.add(threadId);
    offset += page.length;
    isComplete = page.length < limit;
  }
  const threads = stopReasons.fill(client, matches.slice(0, maxResults));
  return { threads, found: matches.length, searched: searchedIds.size, isComplete, unnamed };
}

// The threads of the filter whose metadata or newest values contain the object.
async function searchByJson(
  client: GraphClient,
  caches: ThreadListCaches,
  { text, filter }: ThreadSearchQuery,
  signal: AbortSignal,
): Promise<ThreadSearchResult> {
  const page = { limit: maxResults, offset: 0 };
  const { filter: noFilter } = defaultThreadListing;
  const search = (extraFilter: Partial<ThreadListFilter>) =>
    listThreads(
      client,
      caches,
      {
        ...page,
        listing: { ...defaultThreadListing, filter: { ...noFilter, ...extraFilter } },
        outerFilter: filter,
      },
      signal,
    );
  const byMetadata = await search({ metadataText: text });
  const byValues = await search({ valuesText: text });
  const threads = [
    ...new Map([...byMetadata.threads, ...byValues.threads].map((one) => [one.threadId, one])).values(),
  ];
  const isComplete = byMetadata.nextOffset === null && byValues.nextOffset === null;
  return { threads, found: threads.length, searched: null, isComplete, unnamed: 0 };
}

function metadataText(wire: WireThread): string {
  return memberText(rawTextOf(wire), 'metadata') ?? '';
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
