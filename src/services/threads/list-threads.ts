import { containsJson } from '../../exact-json/diff/compare.ts';
import { memberText } from '../../exact-json/scan/object-members.ts';
import { rawTextOf, TooLargeError, type GraphClient, type WireThread } from '../../remote-graph/client.ts';
import { AppError } from '../../shared/app-error.ts';
import type { ThreadListing, ThreadPage } from '../../shared/model/threads/thread-listing.ts';
import type { ThreadNameCache } from './thread-name-cache.ts';
import { toSearchFilter } from './mappers/filter-mapper.ts';
import { toThread } from './mappers/thread-mapper.ts';

/** Members shown in a list. Values may be megabytes and are requested only where needed. */
const shownMembers = ['thread_id', 'status', 'metadata', 'created_at', 'updated_at'];

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** One page of a listing's threads, in its order. */
export async function listThreads(
  client: GraphClient,
  names: ThreadNameCache,
  query: Page & { readonly listing: ThreadListing },
  signal: AbortSignal,
): Promise<ThreadPage> {
  const { listing, limit, offset } = query;
  const found = await searchPage(client, listing, { limit, offset }, signal);
  const { valuesText } = listing.filter;
  const wanted = valuesText === null ? found : await thoseWithValues(client, found, valuesText, signal);
  const threads = wanted.flatMap((wire) => toThread(wire) ?? []);
  return {
    threads: await names.fill(client, threads, signal),
    nextOffset: found.length < limit ? null : offset + found.length,
  };
}

/**
 * The JavaScript server also matches threads without values when filtering by values (docs/protocol.md,
 * Thread routes). Other servers omit values, so a few states are read to see whether they filter.
 */
async function thoseWithValues(
  client: GraphClient,
  found: readonly WireThread[],
  valuesText: string,
  signal: AbortSignal,
): Promise<readonly WireThread[]> {
  const valuesOf = (wire: WireThread): string | null => memberText(rawTextOf(wire), 'values');
  const hasNone = (values: string | null): boolean => values === null || /^(null|\{\s*\})$/.test(values);
  if (!found.every((wire) => hasNone(valuesOf(wire)))) {
    return found.filter((wire) => containsJson(valuesOf(wire) ?? 'null', valuesText));
  }
  let isProven = false;
  for (const { thread_id: threadId } of found.slice(0, mostSamples)) {
    const state = await client.threads.getState(threadId, null, { signal, purpose: 'threads.list' });
    const values = memberText(rawTextOf(state), 'values');
    if (values === null || hasNone(values)) continue;
    if (!containsJson(values, valuesText)) throw doesNotFilter();
    isProven = true;
  }
  return isProven ? found : [];
}

/** Threads whose state is read to check the server's filter. */
const mostSamples = 3;

function doesNotFilter(): AppError {
  return new AppError('unsupported', 'This server can’t filter by values.', {
    hint: 'Remove the values filter, or filter by metadata.',
  });
}

/** Servers without `select` include values; a page that exceeds the response limit is read in halves. */
export async function searchPage(
  client: GraphClient,
  listing: ThreadListing,
  page: Page,
  signal: AbortSignal,
): Promise<WireThread[]> {
  const { limit, offset } = page;
  const { sortBy, sortOrder, filter } = listing;
  const select = filter.valuesText === null ? shownMembers : [...shownMembers, 'values'];
  try {
    const query = { ...toSearchFilter(filter), limit, offset, sortBy, sortOrder, select };
    return await client.threads.search(query, { signal, purpose: 'threads.list' });
  } catch (thrown) {
    if (!(thrown instanceof TooLargeError) || limit === 1) throw thrown;
  }
  const half = Math.ceil(limit / 2);
  const first = await searchPage(client, listing, { limit: half, offset }, signal);
  if (first.length < half) return first;
  const rest = { limit: limit - half, offset: offset + half };
  return [...first, ...(await searchPage(client, listing, rest, signal))];
}
