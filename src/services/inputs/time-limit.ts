import { createContext, runInContext } from 'node:vm';
import { isRecord } from '../../shared/narrow.ts';

export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

// How much longer it may take on a computer that is busy with something else.
const busyFactor = 10;

// Runs synchronous work that a schema of a file may make endless, such as a pattern that backtracks, and ends it after
// `ms`, or later if the processor was given to other programs meanwhile. Throws `TimeLimitError`, or what the work
// throws. Work may be started twice, so it must have no effects.
export function withTimeLimit<T>(work: () => T, ms: number): T {
  const before = process.cpuUsage();
  try {
    return runLimited(work, ms);
  } catch (error) {
    const { user, system } = process.cpuUsage(before);
    const hadItsTime = (user + system) / 1000 >= ms * 0.8;
    if (!(error instanceof TimeLimitError) || hadItsTime) throw error;
    return runLimited(work, ms * busyFactor);
  }
}

// Only the fixed word below is evaluated.
function runLimited<T>(work: () => T, ms: number): T {
  const result: { value?: T } = {};
  const context = createContext({
    work: () => {
      result.value = work();
    },
  });
  try {
    runInContext('work()', context, { timeout: ms });
  } catch (error) {
    // It is an error of the other context, and so no instance of `Error` here.
    if (isRecord(error) && error['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
      throw new TimeLimitError(`It took more than ${ms} ms.`);
    }
    throw error;
  }
  return result.value as T;
}
