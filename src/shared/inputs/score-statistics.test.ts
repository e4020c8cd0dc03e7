import { describe, expect, it } from 'vitest';
import { meanOf, minPairs, pairedConfidenceInterval, standardDeviationOf, t95 } from './score-statistics.ts';

describe('statistics of scores', () => {
  it('have a mean and a sample standard deviation', () => {
    // NIST's textbook example: 2, 4, 4, 4, 5, 5, 7, 9 has the sum of squares 32.
    const values = [2, 4, 4, 4, 5, 5, 7, 9];
    expect(meanOf(values)).toBe(5);
    expect(standardDeviationOf(values)).toBeCloseTo(Math.sqrt(32 / 7), 12);
  });

  it('have the same mean in any order', () => {
    expect(meanOf([0.3, 0.2, 0.1])).toBe(meanOf([0.1, 0.2, 0.3]));
  });

  it('say nothing of the standard deviation of one score, and nothing at all of none', () => {
    expect([meanOf([0.5]), standardDeviationOf([0.5])]).toEqual([0.5, null]);
    expect([meanOf([]), standardDeviationOf([])]).toEqual([null, null]);
  });

  it.each([
    [4, 2.7764],
    [5, 2.5706],
    [9, 2.2622],
    [19, 2.093],
    [29, 2.0452],
    [120, 1.9799],
  ])('use the t of the tables for %i degrees of freedom', (degrees, table) => {
    expect(Math.abs(t95(degrees) - table)).toBeLessThan(0.001);
  });

  it('give the interval of a paired t test', () => {
    // Student's sleep data (1908): extra hours of ten patients with two drugs; R says [0.7001, 2.4599].
    const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
    const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    const interval = pairedConfidenceInterval(first.map((value, index) => (second[index] ?? 0) - value));
    expect(interval?.mean).toBeCloseTo(1.58, 10);
    expect(interval?.low).toBeCloseTo(0.7001, 3);
    expect(interval?.high).toBeCloseTo(2.4599, 3);
  });

  it('give no interval for too few pairs', () => {
    const differences = Array.from({ length: minPairs }, (_, index) => index);
    expect(pairedConfidenceInterval(differences)).not.toBeNull();
    expect(pairedConfidenceInterval(differences.slice(1))).toBeNull();
  });

  it('give an interval of no width if all differences are equal', () => {
    expect(pairedConfidenceInterval([0.5, 0.5, 0.5, 0.5, 0.5])).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
  });
});
