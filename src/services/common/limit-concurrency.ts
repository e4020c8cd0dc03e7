/** Lets at most `limit` of the tasks that it is given run at once; the others wait their turn, first come first served. */
export function limitConcurrency(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= limit) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await task();
    } finally {
      // The place is handed on, so that nobody who comes now gets in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
