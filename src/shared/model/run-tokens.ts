import { z } from 'zod';
import { ModelUsage } from './model-usage.ts';

export const RunTokens = z.strictObject({
  runId: z.string(),
  /** Every event of the run was read. Otherwise it may have used more. */
  isWhole: z.boolean(),
  /** Usage of the whole run by model. */
  models: z.array(ModelUsage),
  /** By node id on the canvas (`write:draft`), without nested nodes. */
  nodes: z.array(z.strictObject({ nodeId: z.string(), tokens: z.int().nonnegative() })),
});
export type RunTokens = z.infer<typeof RunTokens>;
