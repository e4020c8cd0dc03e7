import * as z from 'zod/mini';

// A price for a million tokens, as a decimal number: `2.50`.
const Amount = z.string().check(z.regex(/^\d{1,9}(?:\.\d{1,9})?$/));

/**
 * What a model costs, as the user entered it.
 *
 * - `model`: The model as it calls itself; with `*` at its end, all that begin so.
 * - `cached`: Of input from a cache; `null`: as other input.
 */
export const ModelPrice = z.strictObject({
  model: z.string().check(z.minLength(1), z.maxLength(200)),
  input: Amount,
  cached: z.nullable(Amount),
  output: Amount,
});
export type ModelPrice = z.infer<typeof ModelPrice>;

/**
 * The price table of this studio. It ships empty: prices change, and nothing is fetched.
 *
 * - `currency`: A short sign or code before amounts: `$`, `EUR`.
 * - `savedAt`: When it was last saved, ISO 8601; `null`: never.
 */
export const PriceTable = z.strictObject({
  currency: z.string().check(z.minLength(1), z.maxLength(8)),
  prices: z.array(ModelPrice).check(z.maxLength(200)),
  savedAt: z.nullable(z.string()),
});
export type PriceTable = z.infer<typeof PriceTable>;

export const emptyPriceTable: PriceTable = { currency: '$', prices: [], savedAt: null };
