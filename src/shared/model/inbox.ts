import { z } from 'zod';
import { WireError } from '../wire-error.ts';
import { PendingInterrupt } from './threads/thread.ts';

/** A thread that waits for a person, as the search of its server tells. */
export const InboxThread = z.strictObject({
  threadId: z.string(),
  graphId: z.string().nullable(),
  assistantId: z.string().nullable(),
  /** From its metadata only: values are not read for the list. */
  name: z.string().nullable(),
  updatedAt: z.string().nullable(),
});
export type InboxThread = z.infer<typeof InboxThread>;

/**
 * One server's part of the inbox. `offline`: it is not connected, `problem` says why, and `threads` are those of the last
 * look. `failed`: it is connected and could not list its threads. `reading`: it is asked for the first time, or again after
 * it was away, for a bounded time: one that does not answer is `offline` or `failed` then.
 */
export const InboxServer = z.strictObject({
  connectionId: z.string(),
  name: z.string(),
  state: z.enum(['reading', 'read', 'offline', 'failed']),
  /** Newest first. */
  threads: z.array(InboxThread),
  /** There are more than the list holds. */
  hasMore: z.boolean(),
  problem: WireError.nullable(),
  /** When it was last read, by this machine's clock. */
  readAt: z.string().nullable(),
});
export type InboxServer = z.infer<typeof InboxServer>;

/** Everything that waits for a person, server by server. */
export const InboxSnapshot = z.strictObject({ servers: z.array(InboxServer) });
export type InboxSnapshot = z.infer<typeof InboxSnapshot>;

/** What a waiting thread asks: its newest state without its values. */
export const InboxThreadDetail = z.strictObject({
  threadId: z.string(),
  /** Of its metadata, else its first human words. */
  name: z.string().nullable(),
  interrupts: z.array(PendingInterrupt),
  answered: z.array(PendingInterrupt),
  /** Nodes that run next. */
  next: z.array(z.string()),
  /** When the checkpoint that waits was written. */
  since: z.string().nullable(),
});
export type InboxThreadDetail = z.infer<typeof InboxThreadDetail>;
