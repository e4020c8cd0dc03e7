import { z } from 'zod';
import { call } from '../rpc/contract-types.ts';
import {
  maxStoreValueLength,
  StoreCounts,
  StoreItem,
  StoreItemPage,
  StoreItemRef,
  StoreItemResult,
  StoreNamespace,
  StoreNamespaces,
} from '../model/store-item.ts';
import { onServer } from './call-inputs.ts';

export const memoryCalls = {
  /**
   * The namespaces of a server's store, up to 10,000. All calls of the store fail with `unsupported` if the
   * server has none.
   */
  'store.namespaces': call(onServer, StoreNamespaces),
  /**
   * Counts the items of the store by namespace, up to 10,000. Reads them all, because no server counts
   * them.
   */
  'store.count': call(onServer, StoreCounts),
  /**
   * A page of the items in a namespace and below it. `filterText`: a JSON object that the value contains;
   * `query`: a text, searched by servers with an index. Does not extend the life of items.
   */
  'store.search': call(
    onServer.extend({
      namespace: StoreNamespace,
      filterText: z.string().max(100_000).nullable(),
      query: z.string().max(10_000).nullable(),
      limit: z.int().min(1).max(100),
      offset: z.int().nonnegative(),
    }),
    StoreItemPage,
  ),
  /** Fails with `not-found` if there is no such item. Does not extend its life. */
  'store.item': call(onServer.extend(StoreItemRef.shape), StoreItem, { bulk: 'valueText' }),
  /**
   * Creates or replaces an item and reads it back. `expected`: its `updatedAt` when it was read; `null`
   * creates. Fails with `conflict` if somebody else changed, deleted or created it meanwhile. `ttlMinutes`:
   * its life, where the server knows that.
   */
  'store.put': call(
    onServer.extend({
      ...StoreItemRef.shape,
      valueText: z.string().max(maxStoreValueLength),
      ttlMinutes: z.number().positive().nullable(),
      expected: z.strictObject({ updatedAt: z.string().nullable() }).nullable(),
    }),
    StoreItem,
    { bulk: 'valueText' },
  ),
  /** Deletes items one by one; a failure does not stop the others, and a missing one counts as deleted. */
  'store.delete': call(
    onServer.extend({ items: z.array(StoreItemRef).min(1).max(1000) }),
    z.array(StoreItemResult),
  ),
};
