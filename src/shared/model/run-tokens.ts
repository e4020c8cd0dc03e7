import { z } from 'zod';
import { ModelUsage } from './model-usage.ts';

/**
 * - `isWhole`: Every event of the run was read. Otherwise it may have used more.
 * - `models`: Usage of the whole run by model.
 * - `nodes`: By node id on the canvas (`write:draft`), without nested nodes.
 */
export const RunTokens = z.strictObject({
  runId: z.string(),
  isWhole: z.boolean(),
  models: z.array(ModelUsage),
  nodes: z.array(z.strictObject({ nodeId: z.string(), tokens: z.int().nonnegative() })),
});
export type RunTokens = z.infer<typeof RunTokens>;
