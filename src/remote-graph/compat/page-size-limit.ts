import { GraphServerError } from '../errors/errors.ts';
import { concatPages } from '../http/raw-text.ts';

/**
 * The most items that a server gives in one answer. Servers cap pages differently (1,000; 100) and refuse more with 400
 * or 422: the cap is learned from the refusal, and what was asked for is then read page by page.
 */
export class PageSizeLimit {
  #most = Infinity;

  /** As many items as were asked for, by offset, in as many requests as it takes. */
  async byOffset<T extends object>(
    limit: number,
    offset: number,
    send: (limit: number, offset: number) => Promise<readonly T[]>,
  ): Promise<T[]> {
    return this.#read(limit, (size, before) => send(size, offset + before.length));
  }

  /** The same for a list whose next page is asked for by the last item of the one before. */
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
    for (let got: readonly T[] = []; ; got = pages.flat()) {
      const size = Math.min(limit - got.length, this.#most);
      let page: readonly T[];
      try {
        page = await send(size, got);
      } catch (thrown) {
        const cap = capIn(thrown, size);
        if (cap === null) throw thrown;
        this.#most = cap;
        continue;
      }
      pages.push(page);
      if (page.length < size || got.length + page.length >= limit) return concatPages(pages);
    }
  }
}

/** The cap that a refusal names; where it names none, the next smaller one that servers are known to have. */
function capIn(thrown: unknown, asked: number): number | null {
  if (!(thrown instanceof GraphServerError) || (thrown.status !== 400 && thrown.status !== 422)) return null;
  if (!/\blimit\b/i.test(thrown.body)) return null;
  const named = /(?:less than or equal to|at most|maximum(?: is|":)?|<=|"le":)\s*(\d{1,9})/i.exec(
    thrown.body,
  )?.[1];
  const cap = named === undefined ? knownCaps.find((one) => one < asked) : Number(named);
  return cap !== undefined && cap >= 1 && cap < asked ? cap : null;
}

const knownCaps = [1000, 100, 10];
