import type { CheckpointSummary, HistoryPage } from '../../shared/model/threads/thread.ts';

/** Histories up to this length are read anew as a whole, unless their states are heavy; of others the past is taken as known. */
const alwaysReadAnew = 200;

/** A page from the server, and whether it has fewer rows than were asked for because the states are heavy. */
export interface LoadedPage {
  readonly page: HistoryPage;
  readonly isHeavy: boolean;
}

/**
 * Keeps a history from being read again after each run: checkpoints of the past never change. While the pages are read
 * anew, newest first, the first one that meets the known checkpoints makes the rest of them known pages.
 */
export function createPageCache() {
  let known: readonly HistoryPage[] = [];
  let checkpoints: readonly CheckpointSummary[] = [];
  let read = new Set<string>();
  let pagesRead = 0;
  let served = new Map<string, HistoryPage>();

  /** What is known of the checkpoints behind a cursor; `null` where they have to be read. */
  const restBehind = (cursor: string | null, isHeavy: boolean): readonly CheckpointSummary[] | null => {
    if (cursor === null || (checkpoints.length <= alwaysReadAnew && !isHeavy)) return null;
    const met = checkpoints.findIndex(({ checkpointId }) => checkpointId === cursor);
    // One that should have been read and was not is deleted: then nothing of the past is sure.
    const gone = checkpoints.slice(0, met + 1).some(({ checkpointId }) => !read.has(checkpointId));
    return met === -1 || gone ? null : checkpoints.slice(met + 1);
  };

  return {
    /** A reading from the newest checkpoint on begins; these are the pages of the last one. */
    begin: (pages: readonly HistoryPage[]): void => {
      known = pages;
      checkpoints = pages.flatMap((page) => page.checkpoints);
      read = new Set();
      pagesRead = 0;
      served = new Map();
    },
    /** The page behind this cursor, when it needs no request. */
    at: (cursor: string): HistoryPage | null => served.get(cursor) ?? null,
    /**
     * Takes in a page from the server. Gives the page to keep, with the known checkpoints behind it if there is no page left
     * to hold them.
     */
    came: ({ page, isHeavy }: LoadedPage): HistoryPage => {
      pagesRead += 1;
      for (const { checkpointId } of page.checkpoints) read.add(checkpointId);
      const last = known.at(-1);
      const rest = restBehind(page.before, isHeavy);
      if (last === undefined || rest === null || page.before === null) return page;
      const pagesLeft = known.length - pagesRead;
      if (pagesLeft < 1) return { checkpoints: [...page.checkpoints, ...rest], before: last.before };
      served = inPages(page.before, rest, last.before, pagesLeft);
      return page;
    },
    /** Whether a cut page has only checkpoints that were not known, so that known ones follow further back. */
    isStillNew: ({ page, isHeavy }: LoadedPage): boolean => {
      if (!isHeavy || page.before === null || checkpoints.length === 0) return false;
      const ids = new Set(page.checkpoints.map(({ checkpointId }) => checkpointId));
      return !checkpoints.some(({ checkpointId }) => ids.has(checkpointId));
    },
  };
}

/** Cuts checkpoints into as many pages as are to be filled, by the cursor that asks for each. */
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
  for (let at = 0; at < checkpoints.length; at += length) {
    const own = checkpoints.slice(at, at + length);
    const isLast = at + length >= checkpoints.length;
    const before = isLast ? end : (own.at(-1)?.checkpointId ?? null);
    pages.set(cursor, { checkpoints: own, before });
    cursor = before ?? '';
  }
  return pages;
}

/** Fills in who wrote a checkpoint where the server's page ended before its parent: what the parent was about to run. */
export function inferWriters(checkpoints: readonly CheckpointSummary[]): readonly CheckpointSummary[] {
  const byId = new Map(checkpoints.map((one) => [one.checkpointId, one]));
  return checkpoints.map((one) => {
    if (one.source !== 'loop' || one.writers.length > 0 || one.parentId === null) return one;
    const parent = byId.get(one.parentId);
    if (parent?.source === 'input') return { ...one, start: true };
    const next = parent?.next.filter((name) => name !== '__start__') ?? [];
    return next.length === 0 ? one : { ...one, writers: [...new Set(next)] };
  });
}
