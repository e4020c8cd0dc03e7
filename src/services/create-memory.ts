import {
  GraphServerError,
  isUnsupportedRoute,
  rawTextOf,
  type GraphClient,
  type WireStoreItem,
} from 'remote-graph-client/client';
import { compactJson, memberText } from 'exact-json';
import { AppError } from '../shared/app-error.ts';
import type { CallsOf } from '../shared/contract.ts';
import {
  StoreNamespace,
  type StoreCounts,
  type StoreItem,
  type StoreItemRef,
  type StoreItemSummary,
  type StoreNamespaces,
} from '../shared/model/store-item.ts';
import { toWireError, type WireError } from '../shared/wire-error.ts';
import { withServerClient, type ServerClients } from './common/server-clients.ts';
import { savedButUnread } from './common/saved-but-unread.ts';
import { asAppError } from './common/server-errors.ts';
import { parseJsonObject } from './common/json-input.ts';
import { numberOrNull, timeOrNull } from './common/narrow.ts';
import { searchItems } from './search-store-items.ts';

export interface Memory {
  readonly calls: CallsOf<'store'>;
}

const maxNamespaces = 10_000;
const countPage = 500;
// Counting stops after this many characters of values: they travel only to be counted.
const maxCountedLength = 50_000_000;
const previewLength = 200;
const maxKeyLength = 10_000;
const maxCompactedLength = 20_000;

/** Reads and changes the store (memory) of a server: what its graphs remember across threads (docs/protocol.md, Store). */
export function createMemory({ clients }: { readonly clients: ServerClients }): Memory {
  // A missing route and a missing item may both be a 404, so that only the lists tell.
  const onStore = <T>(connectionId: string, work: (client: GraphClient) => Promise<T>): Promise<T> =>
    withServerClient(clients, connectionId, async (client) => {
      try {
        return await work(client);
      } catch (error) {
        throw isUnsupportedRoute(error) ? withoutStore(error) : error;
      }
    });
  return {
    calls: {
      'store.namespaces': ({ connectionId }, signal) =>
        onStore(connectionId, (client) => listNamespaces(client, signal)),
      'store.count': ({ connectionId }, signal) =>
        onStore(connectionId, (client) => countItems(client, signal)),
      'store.search': ({ connectionId, namespace, filterText, query, limit, offset }, signal) =>
        onStore(connectionId, async (client) => {
          const filter = filterText === null ? undefined : parseJsonObject(filterText, 'The filter');
          const { items, ...page } = await searchItems(
            client,
            { namespace, filter, query, limit, offset },
            signal,
          );
          const listed = items.flatMap((item) => toSummary(item) ?? []);
          // One that is none is left out; a list of nothing else is not empty.
          if (items.length > 0 && listed.length === 0) throw incompleteItem('namespace or key');
          return { items: listed, ...page };
        }),
      'store.item': ({ connectionId, namespace, key }, signal) =>
        withServerClient(clients, connectionId, async (client) => {
          const item = await readItem(client, { namespace, key }, signal);
          if (item === null) throw itemNotFound(key);
          return item;
        }),
      'store.put': ({ connectionId, namespace, key, valueText, ttlMinutes, expected }, signal) =>
        withServerClient(clients, connectionId, async (client) => {
          const value = parseJsonObject(valueText, 'The value');
          const now = await readItem(client, { namespace, key }, signal);
          refuseIfChanged(key, expected, now);
          await client.store
            .putItem(namespace, key, value, {
              ...(ttlMinutes === null ? {} : { ttl: ttlMinutes }),
              signal,
              purpose: 'store.put',
            })
            .catch((error: unknown) => {
              // It makes what is missing, so only the route can be.
              throw isMissing(error) ? withoutChanges(error) : error;
            });
          const saved = await readItem(client, { namespace, key }, signal).catch(savedButUnread('The item'));
          if (saved !== null) return saved;
          throw new AppError('protocol', `The server accepted "${key}", but does not return it.`, {
            hint: 'Refresh the list to see what it stored.',
          });
        }),
      'store.delete': ({ connectionId, items }, signal) =>
        withServerClient(clients, connectionId, async (client) => {
          const results = [];
          for (const { namespace, key } of items) {
            signal.throwIfAborted();
            results.push({ namespace, key, problem: await deleteItem(client, { namespace, key }, signal) });
          }
          return results;
        }),
    },
  };
}

async function listNamespaces(client: GraphClient, signal: AbortSignal): Promise<StoreNamespaces> {
  const namespaces: string[][] = [];
  // Also by names that nobody could read.
  let isCut = false;
  for await (const labels of client.store.namespacesAll({}, { signal, purpose: 'store.namespaces' })) {
    if (namespaces.length === maxNamespaces) return { namespaces, isCut: true };
    const namespace = toNamespace(labels);
    if (namespace === null) isCut = true;
    else namespaces.push(namespace);
  }
  return { namespaces, isCut };
}

async function countItems(client: GraphClient, signal: AbortSignal): Promise<StoreCounts> {
  const counts = new Map<string, { namespace: string[]; items: number }>();
  let countedItems = 0;
  let characters = 0;
  const options = { signal, purpose: 'store.count' };
  const all = client.store.searchAll([], { pageSize: countPage, refreshTtl: false }, options);
  for await (const item of all) {
    if (countedItems === maxNamespaces || characters > maxCountedLength)
      return { counts: [...counts.values()], isCut: true };
    countedItems += 1;
    characters += rawTextOf(item).length;
    const namespace = toNamespace(item.namespace);
    if (namespace === null) continue;
    const id = JSON.stringify(namespace);
    const count = counts.get(id) ?? { namespace, items: 0 };
    count.items += 1;
    counts.set(id, count);
  }
  return { counts: [...counts.values()], isCut: false };
}

async function readItem(
  client: GraphClient,
  { namespace, key }: StoreItemRef,
  signal: AbortSignal,
): Promise<StoreItem | null> {
  const options = { refreshTtl: false, signal, purpose: 'store.item' };
  const wire = await client.store.getItem(namespace, key, options).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (wire === null) return null;
  return {
    namespace,
    key,
    valueText: valueOf(wire),
    createdAt: timeOrNull(wire.created_at),
    updatedAt: timeOrNull(wire.updated_at),
  };
}

async function deleteItem(
  client: GraphClient,
  { namespace, key }: StoreItemRef,
  signal: AbortSignal,
): Promise<WireError | null> {
  try {
    await client.store.deleteItem(namespace, key, { signal, purpose: 'store.delete' });
    return null;
  } catch (error) {
    if (!isMissing(error)) return toWireError(asAppError(error));
    // The item is missing, or the route is. Who can't ask does not know.
    try {
      const item = await readItem(client, { namespace, key }, signal);
      return item === null ? null : toWireError(asAppError(error));
    } catch (unread) {
      return toWireError(asAppError(unread));
    }
  }
}

function valueOf(wire: WireStoreItem): string {
  const text = memberText(rawTextOf(wire), 'value');
  if (text === null) throw incompleteItem('value');
  return text;
}

function incompleteItem(what: string): AppError {
  return new AppError('protocol', `The server sent an item of its store without ${what}.`, {
    hint: 'The server itself or a proxy in between leaves it out.',
  });
}

// `null` for what is no namespace, or longer than any that a person made.
function toNamespace(labels: unknown): StoreNamespace | null {
  return StoreNamespace.safeParse(labels).data ?? null;
}

function toSummary(wire: WireStoreItem): StoreItemSummary | null {
  const namespace = toNamespace(wire.namespace);
  if (namespace === null || typeof wire.key !== 'string' || wire.key.length > maxKeyLength) return null;
  const valueText = valueOf(wire);
  return {
    namespace,
    key: wire.key,
    preview: (valueText.length > maxCompactedLength ? valueText : compactJson(valueText)).slice(
      0,
      previewLength,
    ),
    size: valueText.length,
    updatedAt: timeOrNull(wire.updated_at),
    score: numberOrNull(wire.score),
  };
}

// The store has no conditional writes: what changes between this and the write is overwritten.
function refuseIfChanged(
  key: string,
  expected: { readonly updatedAt: string | null } | null,
  now: StoreItem | null,
): void {
  const hint = 'Nothing was saved. Reload it, then apply your change to its current value.';
  if (expected === null && now !== null) {
    throw new AppError('conflict', `An item with the key "${key}" already exists.`, {
      hint: 'Nothing was saved. Choose another key, or edit that item.',
    });
  }
  if (expected !== null && now === null) {
    throw new AppError('conflict', `"${key}" was deleted since you opened it.`, { hint });
  }
  if (expected !== null && now?.updatedAt !== expected.updatedAt) {
    throw new AppError('conflict', `"${key}" was changed since you opened it.`, { hint });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof GraphServerError && error.status === 404;
}

function itemNotFound(key: string): AppError {
  return new AppError('not-found', `This namespace no longer has an item "${key}".`, {
    hint: 'It was deleted, or it has expired.',
  });
}

function withoutChanges(cause: unknown): AppError {
  return new AppError('unsupported', 'This server does not allow changes to its memory (store).', {
    hint: 'Nothing was saved. Its graphs may still write to it.',
    cause,
  });
}

function withoutStore(cause: unknown): AppError {
  return new AppError('unsupported', 'This server does not offer a store.', {
    hint: 'Its threads and runs still work.',
    cause,
  });
}
