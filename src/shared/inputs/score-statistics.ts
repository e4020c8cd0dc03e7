/** The mean of some numbers, which does not depend on their order; `null` without any. */
export function meanOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  // Sums of decimal fractions differ by their order, and would look like a difference between assistants.
  const sorted = values.toSorted((a, b) => a - b);
  return sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
}

/** The sample standard deviation (n - 1); `null` with fewer than two numbers. */
export function standardDeviationOf(values: readonly number[]): number | null {
  const mean = meanOf(values);
  if (mean === null || values.length < 2) return null;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** With fewer pairs, an interval says next to nothing. */
export const minPairs = 5;

export interface ConfidenceInterval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The mean of paired differences with its 95 % interval, by Student's t; `null` with fewer than `minPairs`. It holds
 * for differences that are roughly normal, and for many of any kind.
 */
export function pairedConfidenceInterval(differences: readonly number[]): ConfidenceInterval | null {
  const mean = meanOf(differences);
  const standardDeviation = standardDeviationOf(differences);
  if (mean === null || standardDeviation === null || differences.length < minPairs) return null;
  const margin = (t95(differences.length - 1) * standardDeviation) / Math.sqrt(differences.length);
  return { mean, low: mean - margin, high: mean + margin };
}

const z95 = 1.959963984540054;

/** The 97.5 % quantile of Student's t: Cornish-Fisher, within 0.001 of the tables from 4 degrees of freedom on. */
export function t95(degrees: number): number {
  const z = z95;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160,
  ];
  return terms.reduce((sum, term, index) => sum + term / degrees ** (index + 1), z);
}
