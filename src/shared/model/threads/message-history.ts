import { z } from 'zod';
import { CheckpointSummary } from './thread.ts';

/** A checkpoint with the messages that it holds, in order: numbers of `MessageHistory.ids`. */
export const MessageCheckpoint = z.strictObject({
  checkpoint: CheckpointSummary,
  messages: z.array(z.int().nonnegative()),
  /** For a checkpoint of a subgraph: the checkpoint of the thread that ran it, and the namespace that it lies in. */
  subgraph: z.strictObject({ rootId: z.string(), checkpointNs: z.string() }).optional(),
});
export type MessageCheckpoint = z.infer<typeof MessageCheckpoint>;

/**
 * Which messages the checkpoints of a thread, or of all runs of one of its subgraphs, hold, newest checkpoint first. Each different wording of a message has a
 * number of its own, also where the id is the same: an edited message keeps its id.
 */
export const MessageHistory = z.strictObject({
  checkpoints: z.array(MessageCheckpoint),
  /** The id of each message; `null` where it has none. */
  ids: z.array(z.string().nullable()),
  /** There are older checkpoints that were not read. */
  isTruncated: z.boolean(),
});
export type MessageHistory = z.infer<typeof MessageHistory>;
