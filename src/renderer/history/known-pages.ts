import type { CheckpointSummary, HistoryPage } from '../../shared/model/thread.ts';

/** Histories up to this length are read anew as a whole; of longer ones the past is taken as known. */
const alwaysReadAnew = 200;

/**
 * Keeps a long history from being read again after each run: checkpoints of the past never change. While the pages are
 * read anew, newest first, the first one that meets the known checkpoints makes the rest of them known pages.
 */
export function createKnownPages() {
  let known: readonly HistoryPage[] = [];
  let checkpoints: readonly CheckpointSummary[] = [];
  let read = new Set<string>();
  let pagesRead = 0;
  let served = new Map<string, HistoryPage>();
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
    /** A page came from the server. */
    came: (page: HistoryPage): void => {
      pagesRead += 1;
      for (const { checkpointId } of page.checkpoints) read.add(checkpointId);
      const last = known.at(-1);
      if (page.before === null || last === undefined || checkpoints.length <= alwaysReadAnew) return;
      const met = checkpoints.findIndex(({ checkpointId }) => checkpointId === page.before);
      // One that should have been read and was not is deleted: then nothing of the past is sure.
      const gone = checkpoints.slice(0, met + 1).some(({ checkpointId }) => !read.has(checkpointId));
      if (met === -1 || gone) return;
      served = inPages(page.before, checkpoints.slice(met + 1), last.before, known.length - pagesRead);
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
