import { availableParallelism, loadavg } from 'node:os';

/** How many times longer a slow machine may take. Only a test that fails waits for its limit, so it costs nothing. */
const slowMachine = 3;

/**
 * The factor by which the tests' limits grow, 3 to 8. It covers a slow machine and a load of three per core, which
 * includes the tests' own; above that, nothing can be as fast. Windows reports no load. An integer: timers of
 * `AbortSignal` take no parts of milliseconds.
 */
export function slowness(): number {
  const [lastMinute = 0] = loadavg();
  return Math.min(8, Math.ceil(slowMachine * Math.max(1, lastMinute / (3 * availableParallelism()))));
}
