import { GraphServerError } from '../errors.ts';
import { concatPages } from '../http/raw-text.ts';

// The largest page that a server accepts. Caps differ (1,000; 100), and servers refuse more with 400 or 422.
// The cap is learned from the refusal, and the request is then split into pages.
export class PageSizeLimit {
  #maxPageSize = Infinity;

  /** The cap; `null` while no page was refused. */
  get learned(): number | null {
    return this.#maxPageSize === Infinity ? null : this.#maxPageSize;
  }

  /** Reads by offset, in as many requests as needed. */
  async byOffset<T extends object>(
    limit: number,
    offset: number,
    send: (limit: number, offset: number) => Promise<readonly T[]>,
  ): Promise<T[]> {
    return this.#read(limit, (size, before) => send(size, offset + before.length));
  }

  /** Reads by cursor: the last item of a page names the start of the next. */
  async byCursor<T extends object>(
    limit: number,
    send: (limit: number, last: T | null) => Promise<readonly T[]>,
  ): Promise<T[]> {
    return this.#read(limit, (size, before) => send(size, before.at(-1) ?? null));
  }

  async #read<T extends object>(
    limit: number,
    send: (size: number, before: readonly T[]) => Promise<readonly T[]>,
  ): Promise<T[]> {
    const pages: (readonly T[])[] = [];
    for (let items: readonly T[] = []; ; items = pages.flat()) {
      const size = Math.min(limit - items.length, this.#maxPageSize);
      let page: readonly T[];
      try {
        page = await send(size, items);
      } catch (error) {
        const cap = capIn(error, size);
        if (cap === null) throw error;
        this.#maxPageSize = cap;
        continue;
      }
      pages.push(page);
      if (page.length < size || items.length + page.length >= limit) return concatPages(pages);
    }
  }
}

// The cap named in a refusal, else the next smaller one known of servers.
function capIn(error: unknown, requested: number): number | null {
  if (!(error instanceof GraphServerError) || (error.status !== 400 && error.status !== 422)) return null;
  if (!/\blimit\b/i.test(error.body)) return null;
  const named = /(?:less than or equal to|at most|maximum(?: is|":)?|<=|"le":)\s*(\d{1,9})/i.exec(
    error.body,
  )?.[1];
  const cap = named === undefined ? knownCaps.find((one) => one < requested) : Number(named);
  return cap !== undefined && cap >= 1 && cap < requested ? cap : null;
}

const knownCaps = [1000, 100, 10];
