import * as z from 'zod/mini';

/** A price for a million tokens, as a decimal number: `2.50`. */
const Amount = z.string().check(z.regex(/^\d{1,9}(?:\.\d{1,9})?$/));

/** What a model costs, as the user entered it. */
export const ModelPrice = z.strictObject({
  /** The model as it calls itself; with `*` at its end, all that begin so. */
  model: z.string().check(z.minLength(1), z.maxLength(200)),
  input: Amount,
  /** Of input from a cache; `null`: as other input. */
  cached: z.nullable(Amount),
  output: Amount,
});
export type ModelPrice = z.infer<typeof ModelPrice>;

/** The price table of this studio. It ships empty: prices change, and nothing is fetched. */
export const PriceTable = z.strictObject({
  /** A short sign or code before amounts: `$`, `EUR`. */
  currency: z.string().check(z.minLength(1), z.maxLength(8)),
  prices: z.array(ModelPrice).check(z.maxLength(200)),
  /** When it was last saved, ISO 8601; `null`: never. */
  savedAt: z.nullable(z.string()),
});
export type PriceTable = z.infer<typeof PriceTable>;

export const emptyPriceTable: PriceTable = { currency: '$', prices: [], savedAt: null };
