import type { ModelPrice, PriceTable } from './model/price.ts';
import type { ModelUsage } from './token-counter.ts';

// Digits after the point of a price, and of a cost: a price is for a million tokens.
const priceDigits = 9;
const costDigits = priceDigits + 6;

// What tokens cost, exactly, in units of 10⁻¹⁵ of the currency.
// - `unpriced`: Models without a price; `null`: one without a name. Their part is missing.
// - `isPartial`: Something else is missing, such as events that were not read.
export interface Cost {
  readonly amount: bigint;
  readonly unpriced: readonly (string | null)[];
  readonly isPartial: boolean;
}

/** The cost of tokens by a price table. `isPartial`: not all of the usage is known. */
export function costOf(usages: readonly ModelUsage[], table: PriceTable, isPartial = false): Cost {
  const unpriced = new Set<string | null>();
  let amount = 0n;
  for (const { model, input, cached, output } of usages) {
    const price = model === null ? null : priceOf(model, table.prices);
    const counts = [input - cached, cached, output];
    if (price === null) {
      unpriced.add(model);
    } else if (counts.every((count) => Number.isSafeInteger(count) && count >= 0)) {
      amount +=
        BigInt(input - cached) * units(price.input) +
        BigInt(cached) * units(price.cached ?? price.input) +
        BigInt(output) * units(price.output);
    } else {
      // Counts that no model can mean: nothing is made of them.
      unpriced.add(model);
    }
  }
  return { amount, unpriced: [...unpriced], isPartial };
}

// An exact model name wins, then the longest matching prefix.
export function priceOf(model: string, prices: readonly ModelPrice[]): ModelPrice | null {
  const exact = prices.find((price) => price.model === model);
  if (exact) return exact;
  const prefixMatches = prices.filter(
    (price) => price.model.endsWith('*') && model.startsWith(price.model.slice(0, -1)),
  );
  return prefixMatches.toSorted((a, b) => b.model.length - a.model.length)[0] ?? null;
}

/**
 * A cost as text; a sum that lacks a part is never shown as whole. Rounded up to four digits after the point, or to
 * two significant digits below a hundredth. `null`: no tokens, or no price table.
 */
export function costText(cost: Cost, usages: readonly ModelUsage[], table: PriceTable): string | null {
  if (table.prices.length === 0 || usages.length === 0) return null;
  const { amount, unpriced, isPartial } = cost;
  const names = unpriced.map((model) => model ?? 'an unnamed model').join(', ');
  if (usages.every(({ model }) => unpriced.includes(model))) return `price unknown: ${names}`;
  const sum = amountText(amount, table.currency);
  if (unpriced.length > 0) return `at least ${sum}, price unknown: ${names}`;
  return isPartial ? `at least ${sum}` : sum;
}

/** An amount in units of 10⁻¹⁵ of a currency, rounded as costs are: `$0.0012`, `EUR 1.2000`. Not negative. */
export function amountText(amount: bigint, currency: string): string {
  return `${currency}${/\w$/.test(currency) ? ' ' : ''}${decimal(amount)}`;
}

// A decimal text as an integer number of units.
function units(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(priceDigits, '0'));
}

// Rounded up: a cost is never shown as less than it is.
function decimal(amount: bigint): string {
  const length = amount.toString().length;
  // Below a hundredth, two digits that say something.
  const decimals =
    amount === 0n || length > costDigits - 2 ? 4 : Math.min(costDigits, costDigits - length + 2);
  const step = 10n ** BigInt(costDigits - decimals);
  const rounded = (amount + step - 1n) / step;
  const digits = rounded.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
