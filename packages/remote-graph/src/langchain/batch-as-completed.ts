import type { RunnableConfig } from '@langchain/core/runnables';
import { ArgumentError } from '../errors.ts';

// Runs all inputs, at most `limit` at once, and yields index and output as each completes. Failures are
// thrown, or yielded in place of outputs. Leaving the loop stops starting more.
export async function* asCompleted<I, T>(
  inputs: readonly I[],
  limit: number,
  returnExceptions: boolean,
  run: (input: I, index: number) => Promise<T>,
): AsyncGenerator<[number, T | Error], void, undefined> {
  const active = new Map<number, Promise<[number, T | Error]>>();
  const start = async (input: I, index: number): Promise<[number, T | Error]> => {
    try {
      return [index, await run(input, index)];
    } catch (error) {
      if (!returnExceptions) throw error;
      return [index, error instanceof Error ? error : new Error(String(error), { cause: error })];
    }
  };
  const waiting = inputs.entries();
  for (let next = waiting.next(); !next.done || active.size > 0;) {
    for (; !next.done && active.size < limit; next = waiting.next()) {
      const [index, input] = next.value;
      const running = start(input, index);
      // After the loop is left, nobody handles rejections.
      running.catch(() => {});
      active.set(index, running);
    }
    const completed = await Promise.race(active.values());
    active.delete(completed[0]);
    yield completed;
  }
}

// One configuration per input: one for all, or a list of equal length.
export function configsFor<T extends Partial<RunnableConfig>>(
  count: number,
  options: T | readonly T[] | undefined,
): readonly (T | undefined)[] {
  if (!isList(options)) return Array.from({ length: count }, () => options);
  if (options.length !== count) {
    throw new ArgumentError(`Got ${count} inputs but ${options.length} configs.`);
  }
  return options;
}

function isList<T>(value: T | readonly T[] | undefined): value is readonly T[] {
  return Array.isArray(value);
}
