import { z } from 'zod';
import { WireError } from '../wire-error.ts';

/** The labels of a namespace of the store, outermost first; empty is the whole store. */
export const StoreNamespace = z.array(z.string().max(10_000)).max(100);
export type StoreNamespace = z.infer<typeof StoreNamespace>;

/** Namespaces that have items. `isCut`: there are more than are listed. */
export const StoreNamespaces = z.strictObject({
  namespaces: z.array(StoreNamespace),
  isCut: z.boolean(),
});
export type StoreNamespaces = z.infer<typeof StoreNamespaces>;

export const StoreItemRef = z.strictObject({ namespace: StoreNamespace, key: z.string() });
export type StoreItemRef = z.infer<typeof StoreItemRef>;

/**
 * An item in a list.
 *
 * - `preview`: The start of its value as JSON without spaces.
 * - `size`: Characters of the value's JSON as sent.
 * - `updatedAt`: ISO 8601, by the server's clock; `null` if not sent.
 * - `score`: How well it matches a text search; `null` if the server gives no score.
 */
export const StoreItemSummary = StoreItemRef.extend({
  preview: z.string(),
  size: z.int().nonnegative(),
  updatedAt: z.string().nullable(),
  score: z.number().nullable(),
});
export type StoreItemSummary = z.infer<typeof StoreItemSummary>;

/**
 * `nextOffset: null`: there are no more items. `isSearchedHere`: the server ignores the text, so the studio searched its
 * items; a page may then have fewer items than asked for, and more may follow.
 */
export const StoreItemPage = z.strictObject({
  items: z.array(StoreItemSummary),
  nextOffset: z.int().nullable(),
  isSearchedHere: z.boolean(),
});
export type StoreItemPage = z.infer<typeof StoreItemPage>;

/** An item. `valueText`: a JSON object, verbatim. */
export const StoreItem = StoreItemRef.extend({
  valueText: z.string(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
});
export type StoreItem = z.infer<typeof StoreItem>;

/** The items in each namespace. `isCut`: not all items were counted, so that these are the least. */
export const StoreCounts = z.strictObject({
  counts: z.array(z.strictObject({ namespace: StoreNamespace, items: z.int().positive() })),
  isCut: z.boolean(),
});
export type StoreCounts = z.infer<typeof StoreCounts>;

/** What became of one of several items. `problem: null`: done. */
export const StoreItemResult = StoreItemRef.extend({ problem: z.nullable(WireError) });
export type StoreItemResult = z.infer<typeof StoreItemResult>;

/** The largest value that can be saved, in characters of JSON. */
export const maxStoreValueLength = 5_000_000;
