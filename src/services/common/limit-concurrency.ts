/** Runs at most `limit` tasks at once; the others queue in order. */
export function limitConcurrency(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= limit) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await task();
    } finally {
      // The slot is passed on, so that no newcomer can take it in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
