import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../src/testing/cpu-time.ts';
import { fc } from '../../../src/testing/fast-check.ts';
import { scaled } from '../../../src/testing/test-scale.ts';
import { isExactDouble, findUnsafeNumbers, isKnownExact } from './unsafe-numbers.ts';

const risky = (text: string, exactness: 'values' | 'spelling' = 'values'): string[] =>
  findUnsafeNumbers(text, exactness).map(({ start, end }) => text.slice(start, end));

describe('numbers that a double can not hold', () => {
  it('are found wherever they stand, and nowhere in strings', () => {
    expect(risky('9007199254740993')).toEqual(['9007199254740993']);
    expect(risky('{"a":[1,-0,1e400,2e-400,9007199254740993,0.1],"b":-9223372036854775807}')).toEqual([
      '-0',
      '1e400',
      '2e-400',
      '9007199254740993',
      '-9223372036854775807',
    ]);
    const words = JSON.stringify([
      '9007199254740993',
      'so, -0, or 1e400,',
      ': 9007199254740993,',
      '\\" -0 "',
    ]);
    expect(risky(words)).toEqual([]);
    expect(risky(`{"9007199254740993, ":9007199254740995,"n": -0 }`)).toEqual(['9007199254740995', '-0']);
    expect(
      risky('{"at":"2026-01-02T03:04:05.000000-07:00","id":"550e8400-e29b-41d4-a716-446655440000"}'),
    ).toEqual([]);
  });

  it('a spelling that would change is found on demand', () => {
    const text = '[1.0,1.5,1e5,0.0000001,1e-7,1E-7,123456789012345680,1e21,0.30000000000000004]';
    expect(risky(text)).toEqual([]);
    expect(risky(text, 'spelling')).toEqual(
      ['1.0', '1e5', '0.0000001', '1E-7', '1e21'].filter((token) => String(Number(token)) !== token),
    );
  });

  const digits = (limit: number) => fc.stringMatching(new RegExp(`^\\d{1,${limit}}$`));
  const whole = fc.oneof(
    fc.constant('0'),
    digits(20).map((text) => text.replace(/^0+(?=.)/, '')),
  );
  const written = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.double({ min: 0, max: 1000, noNaN: true }).map(String),
    fc
      .tuple(fc.integer({ min: 0, max: 1000 }), digits(18))
      .map(([front, decimals]) => `${front}.${decimals}`),
    fc.tuple(whole, fc.constantFrom('', '.0', '.50', 'e5', 'E+310', 'e-330')).map((parts) => parts.join('')),
  );
  const token = fc
    .tuple(fc.constantFrom('', '-'), written)
    .map(([sign, text]) => sign + text.replace(/^-/, ''));

  it('are exactly those that change, in random lists', () => {
    const value = fc.oneof(
      token,
      fc.string().map((text) => JSON.stringify(text)),
      token.map((text) => `" ${text} "`),
    );
    fc.assert(
      fc.property(fc.array(value, { maxLength: 12 }), fc.constantFrom(',', ' , '), (values, comma) => {
        const text = `[${values.join(comma)}]`;
        const numbers = values.filter((one) => !one.startsWith('"'));
        expect(risky(text)).toEqual(numbers.filter((number) => !isExactDouble(number)));
        expect(risky(text, 'spelling')).toEqual(
          numbers.filter((number) => String(Number(number)) !== number),
        );
      }),
      { numRuns: scaled(3000) },
    );
  });

  it('a decimal that is called exact without being converted is', () => {
    let settled = 0;
    fc.assert(
      fc.property(token, (number) => {
        if (!isKnownExact(number, 0, number.length)) return;
        settled += 1;
        expect(isExactDouble(number) ? '' : number).toBe('');
      }),
      { numRuns: scaled(10_000) },
    );
    expect(settled).toBeGreaterThan(scaled(10_000) / 10);
    const sevenths = Array.from({ length: 1000 }, (_, index) => String(index / 7));
    expect(sevenths.filter((number) => isKnownExact(number, 0, number.length)).length).toBeGreaterThan(980);
  });
});

it('a number of a server with a million zeros is looked at in a moment', () => {
  // Each zero looked at from each other one would be hours.
  const number = `0.1${'0'.repeat(1_000_000)}1`;
  expect(cpuMs(() => expect(isExactDouble(number)).toBe(false))).toBeLessThan(3000);
});
