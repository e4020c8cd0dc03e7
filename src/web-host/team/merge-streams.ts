type Source<T> = (signal: AbortSignal) => AsyncIterable<T>;

/** The items of several streams as they come. Ends with the last of them, and fails with the first that does. */
export async function* mergeStreams<T>(
  sources: readonly Source<T>[],
  signal: AbortSignal,
): AsyncGenerator<T> {
  const stop = new AbortController();
  const ended = AbortSignal.any([signal, stop.signal]);
  const waiting: { readonly item: T; readonly take: () => void }[] = [];
  let wake = (): void => undefined;
  let failure: { readonly error: unknown } | null = null;
  let open = sources.length;
  // A source makes its next item once the one before it is taken.
  const pump = async (source: Source<T>): Promise<void> => {
    for await (const item of source(ended)) {
      if (ended.aborted) return;
      await new Promise<void>((take) => {
        waiting.push({ item, take });
        wake();
      });
      if (ended.aborted) return;
    }
  };
  const onAbort = (): void => wake();
  ended.addEventListener('abort', onAbort);
  for (const source of sources) {
    pump(source)
      .catch((error: unknown) => (failure ??= { error }))
      .finally(() => {
        open -= 1;
        wake();
      });
  }
  const failed = (): { readonly error: unknown } | null => failure;
  try {
    while (!signal.aborted) {
      const next = waiting.shift();
      const problem = failed();
      if (next) {
        next.take();
        yield next.item;
      } else if (problem) throw problem.error;
      else if (open === 0) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    stop.abort();
    ended.removeEventListener('abort', onAbort);
    for (const { take } of waiting) take();
  }
}

/** The latest items of two streams as one, from when both have one. */
export async function* combineStreams<T>(
  [first, second]: readonly [Source<T>, Source<T>],
  combine: (first: T, second: T) => T,
  signal: AbortSignal,
): AsyncGenerator<T> {
  let latest: { readonly first?: T; readonly second?: T } = {};
  const named = (name: 'first' | 'second', source: Source<T>): Source<typeof latest> =>
    async function* (ended) {
      for await (const item of source(ended)) yield (latest = { ...latest, [name]: item });
    };
  const pairs = mergeStreams([named('first', first), named('second', second)], signal);
  for await (const pair of pairs)
    if (pair.first !== undefined && pair.second !== undefined) yield combine(pair.first, pair.second);
}
