import { availableParallelism, loadavg } from 'node:os';

/**
 * The factor by which the tests' limits grow, 1 to 4. They hold up to a load of three per core, which includes the
 * tests' own. On a machine that others use more than that, nothing can be as fast. Windows reports no load.
 */
export function slowness(): number {
  const [lastMinute = 0] = loadavg();
  return Math.min(4, Math.max(1, lastMinute / (3 * availableParallelism())));
}
