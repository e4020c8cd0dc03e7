import { z } from 'zod';
import { CheckpointSummary } from './thread.ts';

/**
 * A checkpoint with its messages in order, as indexes into `MessageHistory.ids`.
 *
 * - `subgraph`: For a subgraph's checkpoint: the thread's checkpoint that ran it, and its namespace.
 */
export const MessageCheckpoint = z.strictObject({
  checkpoint: CheckpointSummary,
  messages: z.array(z.int().nonnegative()),
  subgraph: z.strictObject({ rootId: z.string(), checkpointNs: z.string() }).optional(),
});
export type MessageCheckpoint = z.infer<typeof MessageCheckpoint>;

/**
 * Messages in the checkpoints of a thread, or of all runs of one of its subgraphs, newest checkpoint first. Each
 * version of a message has its own index, because an edited message keeps its id.
 *
 * - `ids`: Id of each message; `null` if it has none.
 */
export const MessageHistory = z.strictObject({
  checkpoints: z.array(MessageCheckpoint),
  ids: z.array(z.string().nullable()),
  isTruncated: z.boolean(),
});
export type MessageHistory = z.infer<typeof MessageHistory>;
