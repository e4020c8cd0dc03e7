import { describe, expect, it } from 'vitest';
import { differenceText, passRateText, scoreText, statisticsText } from './score-labels.ts';

const statistics = { count: 5, unknown: 0, mean: 0.81999, standardDeviation: 0.1, passed: 4, failed: 1 };
const pair = { name: 'tone', first: 0, second: 1, inputs: 12, difference: 0.12, low: 0.05, high: 0.19 };

describe('labels of scores', () => {
  it('have three digits at most, and no minus before zero', () => {
    expect([0.123_46, 1, -1e-17, -0, 1e21].map(scoreText)).toEqual(['0.123', '1', '0', '0', '1e+21']);
  });

  it('don’t make 0 of a small score', () => {
    expect([0.000_412_34, -0.000_5, 2e-9].map(scoreText)).toEqual(['0.000412', '-0.0005', '2e-9']);
  });

  it('name mean, standard deviation, number and what is unknown', () => {
    expect(statisticsText(statistics)).toBe('mean 0.82, SD 0.1, n 5');
    const none = { ...statistics, count: 0, unknown: 2, mean: null, standardDeviation: null };
    expect(statisticsText(none)).toBe('no score, n 0, 2 unknown');
    expect([passRateText(statistics), passRateText({ passed: 0, failed: 0 })]).toEqual(['4 of 5', null]);
  });

  it.each([
    [{}, '+0.12 on 12 inputs, 95 % interval +0.05 to +0.19'],
    [{ low: -0.05 }, '+0.12 on 12 inputs, 95 % interval −0.05 to +0.19: may be chance'],
    [{ difference: -0.5, low: -0.5, high: -0.5 }, '−0.5 on 12 inputs, the same on each input'],
    [{ inputs: 1, low: null, high: null }, '+0.12 on 1 input: not enough inputs to say (at least 5)'],
    [{ inputs: 0, difference: null, low: null, high: null }, 'no input has both scores'],
  ])('say how sure a difference is: %j', (part, text) => {
    expect(differenceText({ ...pair, ...part })).toBe(text);
  });
});
