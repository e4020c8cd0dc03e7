import { pause } from './abortable.ts';

/** Publishes the latest snapshot of a value: watchers get it now and after changes. */
export interface SnapshotPublisher<T> {
  /** Marks the snapshot as stale. Cheap: a new one is created when a watcher is ready for it. */
  changed(): void;
  /** Yields the current snapshot, then the latest after changes; slow watchers skip stale ones. */
  watch(signal: AbortSignal): AsyncIterable<T>;
}

interface SnapshotPublisherOptions<T> {
  readonly snapshot: () => T;
  // Minimum interval between two snapshots of a watcher, in milliseconds.
  readonly minIntervalMs: number;
  readonly onWatched?: (watched: boolean) => void;
}

/** Needs no stop: it holds nothing but the set of its watchers. */
export function createSnapshotPublisher<T>({
  snapshot,
  minIntervalMs,
  onWatched,
}: SnapshotPublisherOptions<T>): SnapshotPublisher<T> {
  const wakes = new Set<() => void>();

  return {
    changed() {
      for (const wake of wakes) wake();
    },

    async *watch(signal) {
      let stale = true;
      let resume: () => void = () => undefined;
      const wake = (): void => {
        stale = true;
        resume();
      };
      const onAbort = (): void => resume();
      wakes.add(wake);
      signal.addEventListener('abort', onAbort);
      if (wakes.size === 1) onWatched?.(true);
      try {
        while (!signal.aborted) {
          if (stale) {
            stale = false;
            yield snapshot();
            await pause(minIntervalMs, signal);
          } else {
            await new Promise<void>((resolve) => (resume = resolve));
          }
        }
      } finally {
        wakes.delete(wake);
        signal.removeEventListener('abort', onAbort);
        if (wakes.size === 0) onWatched?.(false);
      }
    },
  };
}
