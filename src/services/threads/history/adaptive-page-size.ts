/** How much one answer of history may weigh before a smaller page is asked for. */
const aimedBytes = 4_000_000;
/** Threads whose weight is remembered; the one that was seen longest ago is forgotten. */
const mostThreads = 500;

/** What the checkpoints of one thread weigh, learned from its answers. */
export interface AdaptivePageSize {
  /** Whether an answer told yet what the thread's checkpoints weigh. */
  isKnown(): boolean;
  /** As many checkpoints as weigh about 4 MB, at least one and at most `limit`. Unknown weights count as small. */
  limitFor(limit: number): number;
  /** What an answer weighed: the last one counts, because states grow and shrink along a thread. */
  record(bytes: number, checkpoints: number): void;
}

/** The page sizes of all threads, in bounded memory. `aim` is in bytes. */
export function createAdaptivePageSizes(aim: number = aimedBytes) {
  const bytesEach = new Map<string, number>();
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
          if (bytesEach.size > mostThreads && oldest !== undefined) bytesEach.delete(oldest);
        },
      };
    },
  };
}
