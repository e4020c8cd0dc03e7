import { rawTextOf, type GraphClient, type JsonText, type WireStoreItem } from 'remote-graph-client/client';
import { memberText } from 'exact-json';
import type { StoreNamespace } from '../shared/model/store-item.ts';

interface ItemSearch {
  readonly namespace: StoreNamespace;
  readonly filter: JsonText | undefined;
  readonly query: string | null;
  readonly limit: number;
  // Where the page before ended, among all items of the listing.
  readonly offset: number;
}

interface FoundItems {
  readonly items: readonly WireStoreItem[];
  readonly nextOffset: number | null;
  // The server ignores the text, so the items were searched here.
  readonly isSearchedHere: boolean;
}

// Items per request, and items and characters per page of a search here.
const pageSize = 100;
const maxScannedItems = 5_000;
const maxScannedText = 50_000_000;
// Escapes in longer values are not decoded: their text is searched as it was sent.
const maxDecodedText = 1_000_000;

const purpose = 'store.search';

// A page of a store's items. A server without an index for semantic search ignores the text and lists everything
// (docs/protocol.md, Store): its items are then read and searched here, for all words of the text.
export async function searchItems(
  client: GraphClient,
  { namespace, filter, query, limit, offset }: ItemSearch,
  signal: AbortSignal,
): Promise<FoundItems> {
  // Reads one more than requested to learn whether there are more.
  const list = async (text: string | null): Promise<readonly WireStoreItem[]> => {
    const page = { filter, query: text, limit: limit + 1, offset, refreshTtl: false };
    return (await client.store.searchItems(namespace, page, { signal, purpose })).items;
  };
  const items = await list(query);
  if (query !== null && items.length > 0 && !isRanked(items) && isSame(items, await list(null))) {
    return scan(client, { namespace, filter, query, limit, offset }, signal);
  }
  return {
    items: items.slice(0, limit),
    nextOffset: items.length > limit ? offset + limit : null,
    isSearchedHere: false,
  };
}

function isRanked(items: readonly WireStoreItem[]): boolean {
  return items.some(({ score }) => typeof score === 'number');
}

function isSame(items: readonly WireStoreItem[], others: readonly WireStoreItem[]): boolean {
  const idOf = ({ namespace, key }: WireStoreItem): string => JSON.stringify([namespace, key]);
  return (
    items.length === others.length && items.every((item, index) => idOf(item) === idOf(others[index] ?? item))
  );
}

// Reads on until the page is full, the listing ends, or as much was read as one page may cost.
async function scan(
  client: GraphClient,
  { namespace, filter, query, limit, offset }: ItemSearch & { readonly query: string },
  signal: AbortSignal,
): Promise<FoundItems> {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const storeItems: WireStoreItem[] = [];
  let position = offset;
  let characters = 0;
  for (;;) {
    const page = { filter, limit: pageSize, offset: position, refreshTtl: false };
    const { items } = await client.store.searchItems(namespace, page, { signal, purpose });
    for (const item of items) {
      position += 1;
      characters += rawTextOf(item).length;
      if (matches(item, words)) storeItems.push(item);
      const isFull = storeItems.length === limit;
      if (isFull || position - offset >= maxScannedItems || characters > maxScannedText)
        return { items: storeItems, nextOffset: position, isSearchedHere: true };
    }
    if (items.length < pageSize) return { items: storeItems, nextOffset: null, isSearchedHere: true };
  }
}

// In the key, the namespace and the value, whatever the case.
function matches(item: WireStoreItem, words: readonly string[]): boolean {
  const value = decodeJsonText(memberText(rawTextOf(item), 'value') ?? '');
  const labels = Array.isArray(item.namespace) ? item.namespace.join('.') : '';
  const text = `${String(item.key)}\n${labels}\n${value}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

// JSON with the letters that servers write as escapes: `\u00e9` is é.
function decodeJsonText(json: string): string {
  if (!json.includes('\\') || json.length > maxDecodedText) return json;
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return json;
  }
}
