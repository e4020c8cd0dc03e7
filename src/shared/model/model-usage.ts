import { z } from 'zod';

/** Tokens that one model reported; `model: null`: no name was reported. `cached`: the part of `input` from a cache. */
export const ModelUsage = z.strictObject({
  model: z.string().nullable(),
  input: z.number(),
  cached: z.number(),
  output: z.number(),
});
export type ModelUsage = Readonly<z.infer<typeof ModelUsage>>;
