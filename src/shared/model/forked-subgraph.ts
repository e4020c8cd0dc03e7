import { z } from 'zod';
import { RunTrigger } from './run-request.ts';
import { CheckpointSource } from './thread.ts';

/**
 * A branch in which a subgraph is at the requested checkpoint, and how to run on: from `checkpointId` (`null`: the newest) with
 * `begin`.
 *
 * - `inner`: Where the subgraph's state is now; `null` if the subgraph simply starts over.
 */
export const ForkedSubgraph = z.strictObject({
  checkpointId: z.string().nullable(),
  trigger: RunTrigger,
  inner: z.strictObject({ checkpointNs: z.string(), checkpointId: z.string() }).nullable(),
});
export type ForkedSubgraph = z.infer<typeof ForkedSubgraph>;

interface Placed {
  readonly source: z.infer<typeof CheckpointSource>;
  readonly step: number | null;
}

/** Whether no node has written yet at a checkpoint: continuing there equals starting over. */
export function isInitialCheckpoint({ source, step }: Placed): boolean {
  return source === 'input' || (source === 'loop' && step !== null && step <= 0);
}
