import { z } from 'zod';

/** A price for a million tokens, as a decimal number: `2.50`. */
const Amount = z.string().regex(/^\d{1,9}(?:\.\d{1,9})?$/);

/** What a model costs, as the user entered it. */
export const ModelPrice = z.strictObject({
  /** The model as it calls itself; with `*` at its end, all that begin so. */
  model: z.string().min(1).max(200),
  input: Amount,
  /** Of input from a cache; `null`: as other input. */
  cached: Amount.nullable(),
  output: Amount,
});
export type ModelPrice = z.infer<typeof ModelPrice>;

/** The price table of this studio. It ships empty: prices change, and nothing is fetched. */
export const PriceTable = z.strictObject({
  /** A short sign or code before amounts: `$`, `EUR`. */
  currency: z.string().min(1).max(8),
  prices: z.array(ModelPrice).max(200),
  /** When it was last saved, ISO 8601; `null`: never. */
  savedAt: z.string().nullable(),
});
export type PriceTable = z.infer<typeof PriceTable>;

export const emptyPriceTable: PriceTable = { currency: '$', prices: [], savedAt: null };
