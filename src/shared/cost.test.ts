import { fc } from '../testing/fast-check.ts';
import { describe, expect, it } from 'vitest';
import type { PriceTable } from './model/price.ts';
import type { ModelUsage } from './token-counter.ts';
import { costOf, costText, priceOf } from './cost.ts';

const table: PriceTable = {
  currency: '$',
  savedAt: null,
  prices: [
    { model: 'big', input: '2.50', cached: '1.25', output: '10' },
    { model: 'small*', input: '0.1', cached: null, output: '0.000000001' },
    { model: 'small-2*', input: '1', cached: null, output: '1' },
  ],
};
const usage = (model: string | null, input: number, output: number, cached = 0): ModelUsage => ({
  model,
  input,
  cached,
  output,
});
const text = (usages: readonly ModelUsage[], isPartial = false): string | null =>
  costText(costOf(usages, table, isPartial), usages, table);

describe('cost', () => {
  it.each([
    [[usage('big', 1_000_000, 100_000)], '$3.5000'],
    [[usage('big', 1_000_000, 0, 1_000_000)], '$1.2500'],
    [[usage('big', 3, 1)], '$0.000018'],
    [[usage('small-1', 0, 1)], '$0.000000000000001'],
    [[usage('small-2-mini', 1_000_000, 0)], '$1.0000'],
    [[usage('big', 0, 0)], '$0.0000'],
    [[usage('big', 1_000_000, 0), usage('small-1', 1_000_000, 0)], '$2.6000'],
  ])('is exact: %j', (usages, expected) => {
    expect(text(usages)).toBe(expected);
  });

  it('is never shown as whole when a part is unknown', () => {
    expect(text([usage('other', 5, 5)])).toBe('price unknown: other');
    expect(text([usage(null, 5, 5)])).toBe('price unknown: an unnamed model');
    expect(text([usage('big', 1_000_000, 0), usage('other', 1, 1)])).toBe(
      'at least $2.5000, price unknown: other',
    );
    expect(text([usage('big', 1_000_000, 0)], true)).toBe('at least $2.5000');
    expect(text([usage('big', -5, 1)])).toBe('price unknown: big');
    expect(text([usage('big', 5, 1, 9)])).toBe('price unknown: big');
    expect(text([])).toBeNull();
    expect(
      costText(costOf([usage('big', 1, 1)], table), [usage('big', 1, 1)], { ...table, prices: [] }),
    ).toBeNull();
  });

  it('takes an exact name before a beginning, and the longest beginning', () => {
    expect(priceOf('small-2', table.prices)?.input).toBe('1');
    expect(priceOf('small', table.prices)?.input).toBe('0.1');
    expect(priceOf('BIG', table.prices)).toBeNull();
  });

  it('is the same in one sum and in parts', () => {
    const count = fc.nat(10_000_000);
    fc.assert(
      fc.property(fc.array(fc.tuple(count, count), { minLength: 1 }), (counts) => {
        const usages = counts.map(([input, output]) => usage('big', input, output));
        const parts = usages.reduce((sum, one) => sum + costOf([one], table).amount, 0n);
        expect(costOf(usages, table).amount).toBe(parts);
      }),
    );
  });
});
