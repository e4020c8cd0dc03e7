// Minimum interval between progress reports, in milliseconds.
const progressMs = 200;

/**
 * Yields the progress of `work` at intervals, and at last its result. The work is aborted when the reader leaves, and
 * has ended before this generator does.
 */
export async function* progressSteps<T>(
  first: T,
  work: (onProgress: (progress: T) => void, signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  let latest = first;
  const leaving = new AbortController();
  const result = work((progress) => (latest = progress), AbortSignal.any([signal, leaving.signal]));
  const settled = result.then(
    () => true,
    () => true,
  );
  try {
    for (;;) {
      yield latest;
      const timer = new Promise<boolean>((resolve) => setTimeout(resolve, progressMs, false).unref());
      // Sequential on purpose: progress is reported every `progressMs`.
      if (signal.aborted || (await Promise.race([settled, timer]))) break;
    }
    yield await result;
  } finally {
    leaving.abort();
    await result.catch(() => undefined);
  }
}
