import { memberText, memberTexts, decodeString, lastByKey, parseTree, type JsonNode } from 'exact-json';
import {
  GraphServerError,
  rawTextOf,
  TooLargeError,
  type GraphClient,
  type WireThread,
} from 'remote-graph-client/client';
import type { ThreadListFilter, ThreadListing, ThreadPage } from '../../shared/model/thread-listing.ts';
import type { ThreadListCaches } from './thread-list-caches.ts';
import { toSearchFilter } from './mappers/filter-mapper.ts';

// Members shown in a list. Values may be megabytes and are requested only where needed.
const shownMembers = ['thread_id', 'status', 'metadata', 'created_at', 'updated_at'];

interface Page {
  readonly limit: number;
  readonly offset: number;
}

// Pages that are read at most to find a thread of a filter that the server ignores.
const maxPages = 10;

interface ListQuery extends Page {
  readonly listing: ThreadListing;
  // A second filter that threads have to match. The server takes one text for metadata and one for values: it gets those of this
  // filter where it has some, and those of the listing are applied to its answer here.
  readonly outerFilter?: ThreadListFilter;
}

// One page of a listing's threads, in its order. A filter that the server ignores is applied here; the page may then have
// fewer threads than were asked for, and more may follow.
export async function listThreads(
  client: GraphClient,
  { names, stopReasons }: ThreadListCaches,
  query: ListQuery,
  signal: AbortSignal,
): Promise<ThreadPage> {
  const { listing, limit, outerFilter } = query;
  const { filter } = listing;
  const sent = outerFilter === undefined ? filter : sentFilter(outerFilter, filter);
  let { offset } = query;
  let isFilteredHere = false;
  for (let page = 1; ; page += 1) {
    const received = await searchPage(client, { ...listing, filter: sent }, { limit, offset }, signal);
    const fitting = await matchingThreads(client, received, sent, signal);
    const matches =
      outerFilter === undefined ? fitting : await matchingThreads(client, fitting, filter, signal, sent);
    isFilteredHere ||=
      received.some((wire) => !matchesRecord(wire, sent)) ||
      (sent.valuesText !== null && clientsFailingOnValues.has(client));
    offset += received.length;
    const isLast = received.length < limit;
    if (matches.length === 0 && received.length > 0 && !isLast && page < maxPages) continue;
    const threads = matches.flatMap((wire) => names.toNamedThread(wire) ?? []);
    return {
      threads: stopReasons.fill(client, await names.fill(client, threads, signal)),
      nextOffset: isLast ? null : offset,
      isFilteredHere,
    };
  }
}

function sentFilter(outerFilter: ThreadListFilter, filter: ThreadListFilter): ThreadListFilter {
  return {
    ...outerFilter,
    metadataText: outerFilter.metadataText ?? filter.metadataText,
    valuesText: outerFilter.valuesText ?? filter.valuesText,
  };
}

// The threads that fit a filter. `sent`: what the server has filtered by, if that was another one.
export async function matchingThreads(
  client: GraphClient,
  received: readonly WireThread[],
  filter: ThreadListFilter,
  signal: AbortSignal,
  sent: ThreadListFilter = filter,
): Promise<readonly WireThread[]> {
  const matching = received.filter((wire) => matchesRecord(wire, filter));
  const { valuesText } = filter;
  if (valuesText === null) return matching;
  const samples = sent.valuesText === valuesText ? maxSamples : Infinity;
  return thoseWithValues(client, matching, valuesText, samples, signal);
}

// Whether a thread's record fits the filter, as far as the record shows. Some servers ignore a filter without a word.
function matchesRecord(wire: WireThread, { status, graphId, metadataText }: ThreadListFilter): boolean {
  const { status: ownStatus, metadata } = wire;
  if (status !== null && typeof ownStatus === 'string' && ownStatus !== status) return false;
  const ownMetadata = memberText(rawTextOf(wire), 'metadata');
  if (ownMetadata === null || ownMetadata === 'null') return true;
  if (graphId !== null && metadata?.['graph_id'] !== graphId) return false;
  return metadataText === null || mayContainJson(ownMetadata, withoutGraph(metadataText, graphId));
}

// A chosen graph wins over one in the typed filter.
function withoutGraph(metadataText: string, graphId: string | null): string {
  if (graphId === null) return metadataText;
  const members = memberTexts(metadataText).filter(({ key }) => key !== 'graph_id');
  return `{${members.map(({ key, text }) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}

// The JavaScript server also matches threads without values when filtering by values (docs/protocol.md, Thread routes).
// Other servers leave values out of their records, and some ignore the filter: a few states show whether they do, and
// then all are read. `maxStates`: how many show it.
async function thoseWithValues(
  client: GraphClient,
  received: readonly WireThread[],
  valuesText: string,
  maxStates: number,
  signal: AbortSignal,
): Promise<readonly WireThread[]> {
  const valuesOf = (wire: WireThread): string | null => memberText(rawTextOf(wire), 'values');
  if (!received.every((wire) => hasNoValues(valuesOf(wire)))) {
    return received.filter((wire) => mayContainJson(valuesOf(wire) ?? 'null', valuesText));
  }
  const matches = async ({ thread_id: threadId }: WireThread): Promise<boolean | null> => {
    const state = await client.threads.getState(threadId, null, { signal, purpose: 'threads.list' });
    const values = memberText(rawTextOf(state), 'values');
    return values === null || hasNoValues(values) ? null : mayContainJson(values, valuesText);
  };
  const matching: WireThread[] = [];
  let samples = 0;
  let isIgnored = false;
  // Sequential, as states may be megabytes.
  for (const wire of received) {
    if (samples === maxStates && !isIgnored) {
      matching.push(wire);
      continue;
    }
    const isMatch = await matches(wire);
    if (isMatch === true) matching.push(wire);
    isIgnored ||= isMatch === false;
    if (isMatch !== null) samples += 1;
  }
  return matching;
}

function hasNoValues(values: string | null): boolean {
  return values === null || /^(null|\{\s*\})$/.test(values);
}

// States that show whether a server filters by values.
const maxSamples = 3;

// Servers without `select` include values; a page that exceeds the response limit is read in halves.
export async function searchPage(
  client: GraphClient,
  listing: ThreadListing,
  page: Page,
  signal: AbortSignal,
): Promise<WireThread[]> {
  const { limit, offset } = page;
  try {
    return await requestPage(client, listing, page, signal);
  } catch (error) {
    if (!(error instanceof TooLargeError) || limit === 1) throw error;
  }
  const half = Math.ceil(limit / 2);
  const first = await searchPage(client, listing, { limit: half, offset }, signal);
  if (first.length < half) return first;
  const secondHalf = { limit: limit - half, offset: offset + half };
  return [...first, ...(await searchPage(client, listing, secondHalf, signal))];
}

// Servers that fail for a filter by values: the Python server in memory does with 500 as soon as one of its threads has none
// (docs/protocol.md, The Python server in memory). They are asked without it.
const clientsFailingOnValues = new WeakSet<GraphClient>();

async function requestPage(
  client: GraphClient,
  { sortBy, sortOrder, filter }: ThreadListing,
  page: Page,
  signal: AbortSignal,
): Promise<WireThread[]> {
  const select = filter.valuesText === null ? shownMembers : [...shownMembers, 'values'];
  const { values, ...others } = toSearchFilter(filter);
  const send = (conditions: object): Promise<WireThread[]> =>
    client.threads.search(
      { ...conditions, ...page, sortBy, sortOrder, select },
      { signal, purpose: 'threads.list' },
    );
  if (values === undefined || clientsFailingOnValues.has(client)) return send(others);
  try {
    return await send({ ...others, values });
  } catch (error) {
    if (!(error instanceof GraphServerError) || error.status !== 500) throw error;
    // If it fails without the filter too, the filter is not the reason.
    const threads = await send(others);
    clientsFailingOnValues.add(client);
    return threads;
  }
}

// Whether any server may take `whole` for a match of the filter `part`. Servers differ in what a list contains: on
// PostgreSQL each item of the filter's list has to be somewhere in the other one, elsewhere lists have to be equal or to
// begin alike. `1` and `1.0` are the same number for all of them.
function mayContainJson(whole: string, part: string): boolean {
  // As deep as the filter, which a person has typed.
  const contains = (wholeNode: JsonNode, partNode: JsonNode): boolean => {
    if (wholeNode.type !== partNode.type) return false;
    if (wholeNode.type === 'object' && partNode.type === 'object') {
      const members = lastByKey(wholeNode.members);
      return [...lastByKey(partNode.members)].every(([key, value]) => {
        const node = members.get(key);
        return node !== undefined && contains(node, value);
      });
    }
    if (wholeNode.type === 'array' && partNode.type === 'array')
      return partNode.items.every((item) => wholeNode.items.some((node) => contains(node, item)));
    return scalarOf(whole, wholeNode) === scalarOf(part, partNode);
  };
  return contains(parseTree(whole), parseTree(part));
}

function scalarOf(text: string, { type, start, end }: JsonNode): unknown {
  const token = text.slice(start, end);
  if (type === 'string') return decodeString(token);
  return type === 'number' ? Number(token) : token;
}
