/**
 * How much processor time the work takes, in ms. Unlike a clock's, it does not grow with what else the
 * machine does, so that a test may limit it.
 */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}
