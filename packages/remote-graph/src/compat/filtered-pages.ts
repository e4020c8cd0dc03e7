import type { PageSizeLimit } from './page-size-limit.ts';

/** The lists whose filters a server may ignore. */
export type FilteredList = 'assistants' | 'runs' | 'crons' | 'store';

// More are not searched for those that fit a filter.
const maxScanned = 100_000;

export interface FilteredPage<T> {
  readonly list: FilteredList;
  readonly limit: number;
  readonly offset: number;
  readonly send: (limit: number, offset: number) => Promise<readonly T[]>;
  // Whether an item fits the filter, judged by the item alone.
  readonly matches: (item: T) => boolean;
}

// Applies filters that a server ignores without a word, and remembers that it does.
export class FilteredPages {
  readonly #pages: PageSizeLimit;
  readonly #ignored = new Set<FilteredList>();

  constructor(pages: PageSizeLimit) {
    this.#pages = pages;
  }

  /** The lists whose filters the server was seen to ignore. */
  get ignored(): ReadonlySet<FilteredList> {
    return this.#ignored;
  }

  noteIgnored(list: FilteredList): void {
    this.#ignored.add(list);
  }

  /** The items of a page that fit. If the server listed others, all are read: its pages are not those of the filter. */
  async read<T extends object>({ list, limit, offset, send, matches }: FilteredPage<T>): Promise<T[]> {
    if (!this.#ignored.has(list)) {
      const page = await this.#pages.byOffset(limit, offset, send);
      if (page.every(matches)) return page;
      this.#ignored.add(list);
    }
    const all = await this.#pages.byOffset(maxScanned, 0, send);
    return all.filter(matches).slice(offset, offset + limit);
  }
}

/** Whether an object has these members, at any depth, with the same values. Lists are compared whole. */
export function hasMembers(value: unknown, members: unknown): boolean {
  if (typeof members === 'object' && members !== null && !isPlainObject(members) && !Array.isArray(members)) {
    // A text or a number with all its digits, which a parsed value can't be compared with.
    return true;
  }
  if (!isPlainObject(members)) return JSON.stringify(value) === JSON.stringify(members);
  if (!isPlainObject(value)) return false;
  return Object.entries(members).every(
    ([key, member]) => member === undefined || (Object.hasOwn(value, key) && hasMembers(value[key], member)),
  );
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
