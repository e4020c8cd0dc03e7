import { z } from 'zod';

/** Tokens that the events of one run report. */
export const RunTokens = z.strictObject({
  runId: z.string(),
  /** Every event of the run was read. Otherwise it may have used more. */
  isWhole: z.boolean(),
  /** By node, each by its id on the canvas (`write:draft`), without what ran inside of it. */
  nodes: z.array(z.strictObject({ nodeId: z.string(), tokens: z.int().nonnegative() })),
});
export type RunTokens = z.infer<typeof RunTokens>;
