import { JsonText } from 'exact-json';
import { bodyText } from '../http/request-body.ts';
import { mergeCallOptions } from '../http/merge-call-options.ts';
import { ArgumentError } from '../errors.ts';
import type { CallOptions, HttpClient } from '../http/http-client.ts';
import { paginate, type PageOptions } from '../http/paginate.ts';
import { route } from '../http/route.ts';
import type { ServerQuirks } from '../compat/server-quirks.ts';
import { expectObject, expectObjectList } from '../http/response-checks.ts';
import { parseKeepingText, trackElementTexts, rawTextOf } from '../http/raw-text.ts';
import type { WireNamespaces, WireObject, WireStoreItem, WireStoreItems } from '../http/api-types.ts';

/** Hosted servers only. */
export interface PutOptions extends CallOptions {
  /** Fields to index for semantic search; `false`: none. */
  readonly index?: false | readonly string[] | null | undefined;
  /** Lifetime in minutes. */
  readonly ttl?: number | null | undefined;
}

/** `refreshTtl`: whether reading extends the lifetime; hosted servers only. */
export interface GetOptions extends CallOptions {
  readonly refreshTtl?: boolean | null | undefined;
}

export interface ItemFilter extends GetOptions {
  /** Members that the values have; an object, or a `JsonText` of one. */
  readonly filter?: WireObject | JsonText | null | undefined;
  /** Text for semantic search, where supported. */
  readonly query?: string | null | undefined;
}

export interface ItemQuery extends ItemFilter {
  readonly limit?: number;
  readonly offset?: number;
}

/** `maxDepth` cuts deeper namespaces to that many labels. */
export interface NamespaceFilter extends CallOptions {
  readonly prefix?: readonly string[] | null | undefined;
  readonly suffix?: readonly string[] | null | undefined;
  readonly maxDepth?: number | null | undefined;
}

export interface NamespaceQuery extends NamespaceFilter {
  readonly limit?: number;
  readonly offset?: number;
}

/** Store API: what graphs remember across threads, as JSON objects by namespace and key. */
export class StoreClient {
  readonly #http: HttpClient;
  readonly #quirks: ServerQuirks;

  constructor(http: HttpClient, quirks: ServerQuirks) {
    this.#http = http;
    this.#quirks = quirks;
  }

  /** Writes or replaces an item. `value`: an object, or a `JsonText` of one. */
  putItem(
    namespace: readonly string[],
    key: string,
    value: unknown,
    options: PutOptions = {},
  ): Promise<void> {
    const { index, ttl } = options;
    return this.#http.sendOnly({
      method: 'PUT',
      route: route`/store/items`,
      bodyText: bodyText({ namespace: checkNamespace(namespace), key, value, index, ttl }),
      options,
    });
  }

  /** `null` if missing. */
  async getItem(
    namespace: readonly string[],
    key: string,
    options: GetOptions = {},
  ): Promise<WireStoreItem | null> {
    const answer = await this.#http.json({
      method: 'GET',
      route: route`/store/items`,
      query: { namespace: checkNamespace(namespace).join('.'), key, refresh_ttl: options.refreshTtl },
      options,
    });
    return answer === null ? null : expectObject(answer, 'an item of the store');
  }

  /** Deletes an item; a missing one is no error. */
  deleteItem(namespace: readonly string[], key: string, options: CallOptions = {}): Promise<void> {
    return this.#http.sendOnly({
      method: 'DELETE',
      route: route`/store/items`,
      bodyText: bodyText({ namespace: checkNamespace(namespace), key }),
      options,
    });
  }

  /** A page of the items below a namespace. */
  async searchItems(
    namespacePrefix: readonly string[],
    query: ItemQuery = {},
    options: CallOptions = {},
  ): Promise<WireStoreItems> {
    const { filter, limit: totalLimit = 10, offset: from = 0, refreshTtl } = query;
    const callWith = mergeCallOptions(query, options);
    const pages: WireStoreItems[] = [];
    const send = async (limit: number, offset: number): Promise<readonly WireStoreItem[]> => {
      const answer = await this.#http.json({
        method: 'POST',
        route: route`/store/items/search`,
        retry: 'reads',
        bodyText: bodyText({
          namespace_prefix: namespacePrefix,
          filter,
          limit,
          offset,
          query: query.query,
          refresh_ttl: refreshTtl,
        }),
        options: callWith,
      });
      const page = expectObject<WireStoreItems>(answer, 'a list of items');
      expectObjectList(page.items, 'a list of items');
      trackElementTexts(page, 'items');
      pages.push(page);
      return page.items;
    };
    const matches = ({ namespace, value }: Partial<WireStoreItem>): boolean =>
      isBelow(namespace, namespacePrefix) && matchesFilter(value, filter);
    const items = await this.#quirks.filters.read({
      list: 'store',
      limit: totalLimit,
      offset: from,
      send,
      matches,
    });
    const [only] = pages;
    if (only && pages.length === 1) return only;
    const listText = `[${items.map((item) => rawTextOf(item)).join(',')}]`;
    const whole = parseKeepingText(`{"items":${listText}}`, this.#http.numberModeFor(callWith));
    const storeItems = whole as WireStoreItems;
    trackElementTexts(storeItems, 'items');
    return storeItems;
  }

  /** All items below a namespace. */
  searchAll(
    namespacePrefix: readonly string[],
    query: ItemFilter & PageOptions = {},
    options: CallOptions = {},
  ): AsyncGenerator<WireStoreItem, void, undefined> {
    return paginate(
      query,
      async (limit, offset) =>
        (await this.searchItems(namespacePrefix, { ...query, limit, offset }, options)).items,
      ({ namespace, key }) => JSON.stringify([namespace, key]),
    );
  }

  /** A page of the namespaces that have items. */
  async listNamespaces(query: NamespaceQuery = {}, options: CallOptions = {}): Promise<WireNamespaces> {
    const { prefix, suffix, maxDepth, limit: totalLimit = 100, offset: from = 0 } = query;
    const callWith = mergeCallOptions(query, options);
    const pages: WireNamespaces[] = [];
    const send = async (limit: number, offset: number): Promise<readonly (readonly string[])[]> => {
      const answer = await this.#http.json({
        method: 'POST',
        route: route`/store/namespaces`,
        retry: 'reads',
        bodyText: bodyText({ prefix, suffix, max_depth: maxDepth, limit, offset }),
        options: callWith,
      });
      const page = parseNamespaces(answer);
      pages.push(page);
      return page.namespaces;
    };
    const matches = (namespace: readonly string[]): boolean =>
      // A list may hold anything, and its reader says so.
      !Array.isArray(namespace) ||
      (isBelow(namespace, prefix ?? []) && isBelow(namespace.toReversed(), (suffix ?? []).toReversed()));
    const namespaces = await this.#quirks.filters.read({
      list: 'store',
      limit: totalLimit,
      offset: from,
      send,
      matches,
    });
    const [only] = pages;
    return only && pages.length === 1 ? only : { namespaces };
  }

  /** All namespaces that have items. */
  namespacesAll(
    query: NamespaceFilter & PageOptions = {},
    options: CallOptions = {},
  ): AsyncGenerator<readonly string[], void, undefined> {
    return paginate(
      query,
      async (limit, offset) => (await this.listNamespaces({ ...query, limit, offset }, options)).namespaces,
      (namespace) => JSON.stringify(namespace),
    );
  }
}

// A namespace that any store takes. A dot would split a label in the query of `getItem`.
function checkNamespace(namespace: readonly string[]): readonly string[] {
  if (namespace.length === 0)
    throw new ArgumentError('A namespace needs at least one label. Nothing was sent.');
  for (const label of namespace) {
    if (label === '') throw new ArgumentError('A label of the namespace is empty. Nothing was sent.');
    if (label.includes('.')) {
      throw new ArgumentError(`The label "${label}" of the namespace contains a dot. Nothing was sent.`);
    }
  }
  return namespace;
}

// Whether a namespace begins with this one; a `*` stands for any label.
function isBelow(namespace: unknown, prefix: readonly string[]): boolean {
  if (!Array.isArray(namespace)) return true;
  return prefix.every((label, index) => label === '*' || namespace[index] === label);
}

// Only plain values are compared: servers differ in operators such as `$gt`.
function matchesFilter(value: unknown, filter: ItemFilter['filter']): boolean {
  if (!filter || filter instanceof JsonText || typeof value !== 'object' || value === null) return true;
  return Object.entries(filter).every(([key, expected]) => {
    const isPlain = expected === null || typeof expected !== 'object';
    return !isPlain || (value as Readonly<Record<string, unknown>>)[key] === expected;
  });
}

// Hosted servers may send a bare list of namespaces.
function parseNamespaces(answer: unknown): WireNamespaces {
  const items = Array.isArray(answer)
    ? { namespaces: answer }
    : expectObject<WireNamespaces>(answer, namespaceList);
  if (Array.isArray(items.namespaces)) return items as WireNamespaces;
  return expectObject(null, namespaceList);
}

const namespaceList = 'a list of namespaces';
