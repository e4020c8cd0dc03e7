import { z } from 'zod';
import { CheckpointSummary } from './thread.ts';

/** A checkpoint with its messages in order, as indexes into `MessageHistory.ids`. */
export const MessageCheckpoint = z.strictObject({
  checkpoint: CheckpointSummary,
  messages: z.array(z.int().nonnegative()),
  /** For a subgraph's checkpoint: the thread's checkpoint that ran it, and its namespace. */
  subgraph: z.strictObject({ rootId: z.string(), checkpointNs: z.string() }).optional(),
});
export type MessageCheckpoint = z.infer<typeof MessageCheckpoint>;

/**
 * Messages in the checkpoints of a thread, or of all runs of one of its subgraphs, newest checkpoint first.
 * Each version of a message has its own index, because an edited message keeps its id.
 */
export const MessageHistory = z.strictObject({
  checkpoints: z.array(MessageCheckpoint),
  /** Id of each message; `null` if it has none. */
  ids: z.array(z.string().nullable()),
  isTruncated: z.boolean(),
});
export type MessageHistory = z.infer<typeof MessageHistory>;
