/** Whether every sweep and random test tries all that it can (`npm run test:full`), and not a tenth of it. */
export const inFull = process.env['TEST_FULL'] === '1';

/**
 * How many of `count` random inputs, or repetitions, a test tries: all of them in full, else a tenth, but not less than
 * 100, which is fast-check's own number.
 */
export function scaled(count: number): number {
  return inFull ? count : Math.min(count, Math.max(100, Math.ceil(count / 10)));
}

/** From how many points to the next a sweep goes. Odd either way, so that it meets each place of a repeating pattern. */
export function sweepStep(step: number): number {
  return inFull ? step : step * 10 + 1;
}
