export interface PageOptions {
  /** Maximum in total; all if omitted. */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Items per request (100, which every known server accepts). */
  readonly pageSize?: number | undefined;
}

const defaultPage = 100;

/**
 * Yields a whole search, fetching the next page when the last is used up. A short page is the end, because
 * pagination headers can't be trusted (docs/protocol.md, Pagination). With `idOf`, items that shift to a
 * later page come only once.
 */
export async function* paginate<T>(
  { limit = Infinity, offset = 0, pageSize = defaultPage }: PageOptions,
  fetchPage: (limit: number, offset: number) => Promise<readonly T[]>,
  idOf: ((item: T) => string | undefined) | null = null,
): AsyncGenerator<T, void, undefined> {
  const size = Math.min(pageSize, limit);
  const visited = new Set<string>();
  let yielded = 0;
  let repeated = 0;
  for (let pageOffset = offset; yielded < limit; pageOffset += size) {
    const page = await fetchPage(size, pageOffset);
    const before = yielded;
    for (const item of page) {
      if (yielded >= limit) return;
      const id = idOf?.(item);
      if (id !== undefined && visited.has(id)) continue;
      if (id !== undefined) visited.add(id);
      yielded += 1;
      yield item;
    }
    if (page.length < size) return;
    repeated = yielded === before ? repeated + 1 : 0;
    // A server that ignores the offset would repeat its page forever. One such page may be made of items that shifted.
    if (repeated > 1) return;
  }
}

/** Like {@link paginate}, with cursors. */
export async function* paginateByCursor<T>(
  { limit = Infinity, pageSize = defaultPage }: Omit<PageOptions, 'offset'>,
  fetchPage: (limit: number, last: T | null) => Promise<readonly T[]>,
  idOf: ((item: T) => string | null) | null = null,
): AsyncGenerator<T, void, undefined> {
  let last: T | null = null;
  for (let count = 0; count < limit;) {
    const size = Math.min(pageSize, limit - count);
    const page: readonly T[] = await fetchPage(size, last);
    // A server that ignores the cursor would repeat the first page forever.
    if (last !== null && idOf !== null && page.some((item) => idOf(item) === idOf(last as T))) return;
    yield* page.slice(0, size);
    count += page.length;
    last = page.at(-1) ?? null;
    if (page.length < size) return;
  }
}
