/** A value that is shown as a whole, again and again: watchers get it now and after each change. */
export interface SnapshotPublisher<T> {
  /** Says that the picture is another one now. Cheap: it is only made when somebody is ready to take it. */
  changed(): void;
  /** The picture at once, then the newest one after changes; what a slow watcher missed is skipped. */
  watch(signal: AbortSignal): AsyncIterable<T>;
}

/** How a feed behaves; see each field. */
export interface SnapshotPublisherOptions<T> {
  readonly snapshot: () => T;
  /** Milliseconds that lie between two pictures of one watcher at least. */
  readonly minIntervalMs: number;
  /** Called with `true` when the first watcher came and with `false` when the last one left. */
  readonly onWatched?: (watched: boolean) => void;
}

/** Makes a feed. It keeps nothing but the set of its watchers, so it needs no stop. */
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

/** Ends early when `signal` aborts; never keeps the process alive. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    timer.unref();
    signal.addEventListener('abort', finish);
  });
}
