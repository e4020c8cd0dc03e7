import type { CheckpointSummary, HistoryPage } from '../../shared/model/thread.ts';

// Shorter histories are reloaded completely unless their states are heavy; in others the past is assumed
// unchanged.
const alwaysReadAnew = 200;

/** A page from the server, and whether it is shorter than requested because the states are heavy. */
export interface LoadedPage {
  readonly page: HistoryPage;
  readonly isHeavy: boolean;
}

/**
 * Avoids reloading a history after each run, since past checkpoints never change. Pages are reloaded newest
 * first; once one overlaps the known checkpoints, the rest come from the cache.
 */
export function createPageCache() {
  let knownPages: readonly HistoryPage[] = [];
  let checkpoints: readonly CheckpointSummary[] = [];
  let read = new Set<string>();
  let pagesRead = 0;
  let served = new Map<string, HistoryPage>();

  const restBehind = (cursor: string | null, isHeavy: boolean): readonly CheckpointSummary[] | null => {
    if (cursor === null || (checkpoints.length <= alwaysReadAnew && !isHeavy)) return null;
    const cursorIndex = checkpoints.findIndex(({ checkpointId }) => checkpointId === cursor);
    // A checkpoint that should have been in the page but was not is deleted, so nothing in the past is
    // certain.
    const hasDeleted = checkpoints
      .slice(0, cursorIndex + 1)
      .some(({ checkpointId }) => !read.has(checkpointId));
    return cursorIndex === -1 || hasDeleted ? null : checkpoints.slice(cursorIndex + 1);
  };

  return {
    /** Starts a reload from the newest checkpoint; `pages` are those of the last one. */
    start: (pages: readonly HistoryPage[]): void => {
      knownPages = pages;
      checkpoints = pages.flatMap((page) => page.checkpoints);
      read = new Set();
      pagesRead = 0;
      served = new Map();
    },
    /** The page behind this cursor, if it needs no request. */
    at: (cursor: string): HistoryPage | null => served.get(cursor) ?? null,
    /**
     * Adds a page from the server. Returns the page to store, with the known checkpoints behind it if no page
     * is left to hold them.
     */
    came: ({ page, isHeavy }: LoadedPage): HistoryPage => {
      pagesRead += 1;
      for (const { checkpointId } of page.checkpoints) read.add(checkpointId);
      const last = knownPages.at(-1);
      const knownCheckpoints = restBehind(page.before, isHeavy);
      if (last === undefined || knownCheckpoints === null || page.before === null) return page;
      const pagesLeft = knownPages.length - pagesRead;
      if (pagesLeft < 1)
        return { checkpoints: [...page.checkpoints, ...knownCheckpoints], before: last.before };
      served = inPages(page.before, knownCheckpoints, last.before, pagesLeft);
      return page;
    },
    /** Whether a short page has only unknown checkpoints, so that known ones follow further back. */
    isStillNew: ({ page, isHeavy }: LoadedPage): boolean => {
      if (!isHeavy || page.before === null || checkpoints.length === 0) return false;
      const ids = new Set(page.checkpoints.map(({ checkpointId }) => checkpointId));
      return !checkpoints.some(({ checkpointId }) => ids.has(checkpointId));
    },
  };
}

function inPages(
  first: string,
  checkpoints: readonly CheckpointSummary[],
  end: string | null,
  count: number,
): Map<string, HistoryPage> {
  const pages = new Map<string, HistoryPage>();
  if (count < 1) return pages;
  const length = Math.ceil(checkpoints.length / count);
  let cursor = first;
  for (let index = 0; index < checkpoints.length; index += length) {
    const page = checkpoints.slice(index, index + length);
    const isLast = index + length >= checkpoints.length;
    const before = isLast ? end : (page.at(-1)?.checkpointId ?? null);
    pages.set(cursor, { checkpoints: page, before });
    cursor = before ?? '';
  }
  return pages;
}
