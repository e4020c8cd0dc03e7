import { createContext, runInContext } from 'node:vm';
import { isRecord } from '../../../shared/is-record.ts';

/** The work did not end within its time. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/**
 * Runs synchronous work that a schema of a file may make endless, such as a pattern that backtracks, and ends it after
 * `ms`. Throws `TimeLimitError`, or what the work throws. Only the fixed word below is evaluated.
 */
export function withTimeLimit<T>(work: () => T, ms: number): T {
  const result: { value?: T } = {};
  const context = createContext({
    work: () => {
      result.value = work();
    },
  });
  try {
    runInContext('work()', context, { timeout: ms });
  } catch (thrown) {
    // It is an error of the other context, and so no instance of `Error` here.
    if (isRecord(thrown) && thrown['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
      throw new TimeLimitError(`It took more than ${ms} ms.`);
    }
    throw thrown;
  }
  return result.value as T;
}
