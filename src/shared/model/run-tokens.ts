import { z } from 'zod';

export const RunTokens = z.strictObject({
  runId: z.string(),
  /** Every event of the run was read. Otherwise it may have used more. */
  isWhole: z.boolean(),
  /** By node id on the canvas (`write:draft`), without nested nodes. */
  /** By model, of the whole run; `model: null`: no name was reported. `cached`: the part of `input` from a cache. */
  models: z.array(
    z.strictObject({
      model: z.string().nullable(),
      input: z.number(),
      cached: z.number(),
      output: z.number(),
    }),
  ),
  nodes: z.array(z.strictObject({ nodeId: z.string(), tokens: z.int().nonnegative() })),
});
export type RunTokens = z.infer<typeof RunTokens>;
