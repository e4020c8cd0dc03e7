/** How to go through all that a search finds. */
export interface PageOptions {
  /** At most this many in all; all of them without it. */
  readonly limit?: number | undefined;
  /** Where to begin. */
  readonly offset?: number | undefined;
  /** How many to ask for at once (100, which every server is known to take). */
  readonly pageSize?: number | undefined;
}

const usualPage = 100;

/**
 * Everything that a search finds, page by page: the next page is asked for when the last one is used up. The end is a
 * page with fewer than were asked for, because the servers' own pagination headers can't be trusted (docs/protocol.md,
 * Pagination). What moves to a later page meanwhile comes once, where `idOf` is given.
 */
export async function* paginate<T>(
  { limit = Infinity, offset = 0, pageSize = usualPage }: PageOptions,
  fetchPage: (limit: number, offset: number) => Promise<readonly T[]>,
  idOf: ((item: T) => string | undefined) | null = null,
): AsyncGenerator<T, void, undefined> {
  const size = Math.min(pageSize, limit);
  const seen = new Set<string>();
  let given = 0;
  for (let at = offset; given < limit; at += size) {
    const page = await fetchPage(size, at);
    for (const item of page) {
      if (given >= limit) return;
      const id = idOf?.(item);
      if (id !== undefined && seen.has(id)) continue;
      if (id !== undefined) seen.add(id);
      given += 1;
      yield item;
    }
    if (page.length < size) return;
  }
}

/** As {@link paginate}, for lists whose next page begins after an item of the last one. */
export async function* paginateByCursor<T>(
  { limit = Infinity, pageSize = usualPage }: Omit<PageOptions, 'offset'>,
  fetchPage: (limit: number, last: T | null) => Promise<readonly T[]>,
  idOf: ((item: T) => string | null) | null = null,
): AsyncGenerator<T, void, undefined> {
  let last: T | null = null;
  for (let given = 0; given < limit;) {
    const size = Math.min(pageSize, limit - given);
    const page: readonly T[] = await fetchPage(size, last);
    // A server that ignores where the page is to begin would send the first one for ever.
    if (last !== null && idOf !== null && page.some((item) => idOf(item) === idOf(last as T))) return;
    yield* page.slice(0, size);
    given += page.length;
    last = page.at(-1) ?? null;
    if (page.length < size) return;
  }
}
