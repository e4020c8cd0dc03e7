/** Whether sweeps and property tests run in full (`npm run test:full`) instead of a tenth. */
export const inFull = process.env['TEST_FULL'] === '1';

/**
 * How many of `count` random inputs or repetitions to try: all in full, otherwise a tenth, but at least 100,
 * which is fast-check's default.
 */
export function scaled(count: number): number {
  return inFull ? count : Math.min(count, Math.max(100, Math.ceil(count / 10)));
}

/**
 * Whether a test that crosses two lists tries this pair. In full it tries all; else every tenth, shifted from
 * row to row, so that each column is tried, too.
 */
export function isSampled(row: number, column: number): boolean {
  return inFull || (row + column) % 10 === 0;
}

/** The step of a sweep. Odd either way, so that it meets each position of a repeating pattern. */
export function sweepStep(step: number): number {
  return inFull ? step : step * 10 + 1;
}

/** The size of a large input: all of it in full, otherwise a third. */
export function scaledSize(size: number): number {
  return inFull ? size : Math.ceil(size / 3);
}
