/** Target size of a page of history in bytes. */
const aimedBytes = 4_000_000;
/** Threads remembered; the least recently used is evicted. */
const mostThreads = 500;

/** Size of a thread's checkpoints, learned from responses. */
export interface AdaptivePageSize {
  /** Whether the checkpoint size is known yet. */
  isKnown(): boolean;
  /** Number of checkpoints in about 4 MB, from one to `limit`. Unknown sizes count as small. */
  limitFor(limit: number): number;
  /** Records a response's size; the last one counts, because states grow and shrink along a thread. */
  record(bytes: number, checkpoints: number): void;
}

/** Page sizes of all threads, in bounded memory. `aim`: bytes. */
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
