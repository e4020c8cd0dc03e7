// Target size of a page of history in bytes.
const aimedBytes = 4_000_000;
const maxThreads = 500;
// How long an overlap row is kept: it may weigh megabytes.
const overlapMs = 30_000;

// Size of a thread's checkpoints, learned from responses.
export interface AdaptivePageSize {
  // Whether the checkpoint size is known yet.
  isKnown(): boolean;
  // Number of checkpoints in about 4 MB, from one to `limit`. Unknown sizes count as small.
  limitFor(limit: number): number;
  // Records a response's size; the last one counts, because states grow and shrink along a thread.
  record(bytes: number, checkpoints: number): void;
  // The row behind the page that ended with this cursor, if it was stored within the last 30 s. It is given once.
  takeOverlap(cursor: string): OverlapRow | null;
  storeOverlap(cursor: string, row: OverlapRow): void;
}

// A row that was sent with a page to tell the parent of its last row, and that the next page begins with.
// - `parentId`: The row that has to follow it. Another one shows that this row, or its parent, was deleted meanwhile.
interface OverlapRow {
  readonly checkpointId: string;
  readonly parentId: string | null;
  readonly text: string;
}

/** Page sizes of all threads, in bounded memory, with one overlap row for all of them. `aim`: bytes. */
export function createAdaptivePageSizes(
  aim: number = aimedBytes,
  now: () => number = () => performance.now(),
) {
  const bytesEach = new Map<string, number>();
  let overlap: { readonly key: string; readonly row: OverlapRow; readonly atMs: number } | null = null;
  return {
    of: (connectionId: string, threadId: string): AdaptivePageSize => {
      const key = JSON.stringify([connectionId, threadId]);
      return {
        isKnown: () => bytesEach.has(key),
        limitFor: (limit) => Math.max(1, Math.min(limit, Math.floor(aim / (bytesEach.get(key) ?? 1)))),
        record: (bytes, checkpoints) => {
          if (checkpoints === 0) return;
          bytesEach.delete(key);
          bytesEach.set(key, bytes / checkpoints);
          const [oldest] = bytesEach.keys();
          if (bytesEach.size > maxThreads && oldest !== undefined) bytesEach.delete(oldest);
        },
        takeOverlap: (cursor) => {
          if (overlap === null || overlap.key !== key + cursor) return null;
          const { row, atMs } = overlap;
          overlap = null;
          return now() - atMs > overlapMs ? null : row;
        },
        storeOverlap: (cursor, row) => {
          overlap = { key: key + cursor, row, atMs: now() };
        },
      };
    },
  };
}
