/** Says that something changed, to anybody who waits. Changes that nobody waited for are not queued: watchers read a picture. */
export interface ChangeSignal {
  /** Grows with each change. */
  readonly version: number;
  changed(): void;
  /** Resolves when the version is no longer `seen`, at once if it already is not, or when `signal` aborts. Never rejects. */
  next(seen: number, signal: AbortSignal): Promise<void>;
}

/** A signal that was never raised yet. */
export function createChangeSignal(): ChangeSignal {
  let version = 0;
  const waiting = new Set<() => void>();
  return {
    get version() {
      return version;
    },
    changed() {
      version += 1;
      for (const wake of waiting) wake();
      waiting.clear();
    },
    next(seen, signal) {
      if (seen !== version || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = (): void => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener('abort', wake);
      });
    },
  };
}
