import { z } from 'zod';
import { RunTrigger } from './run-request.ts';
import { CheckpointSource } from '../threads/thread.ts';

/**
 * A branch of a thread in which a subgraph stands where it was asked to stand, and how a run goes on from there: at
 * `checkpointId` (`null`: the newest) with `begin`.
 */
export const ForkedSubgraph = z.strictObject({
  checkpointId: z.string().nullable(),
  trigger: RunTrigger,
  /** Where the subgraph's state lies now; `null` where the subgraph simply starts over. */
  inner: z.strictObject({ checkpointNs: z.string(), checkpointId: z.string() }).nullable(),
});
export type ForkedSubgraph = z.infer<typeof ForkedSubgraph>;

/** What tells the first checkpoints of a graph's run from those that its nodes wrote. */
interface Placed {
  readonly source: z.infer<typeof CheckpointSource>;
  readonly step: number | null;
}

/** Whether no node has written yet at a checkpoint: going on from there is the same as starting over. */
export function isInitialCheckpoint({ source, step }: Placed): boolean {
  return source === 'input' || (source === 'loop' && step !== null && step <= 0);
}
