import { z } from 'zod';
import { WireError } from '../wire-error.ts';
import { PendingInterrupt } from './thread.ts';

/**
 * A thread that waits for a person, from its server's search. `stop`: Whether it asks, or is stopped at a breakpoint
 * and only to be continued; `null` if its server does not say. `uncheckedSince`: it waited then, by this machine's clock,
 * and its server's answers did not show since whether it still does.
 */
export const InboxThread = z.strictObject({
  threadId: z.string(),
  graphId: z.string().nullable(),
  assistantId: z.string().nullable(),
  name: z.string().nullable(),
  updatedAt: z.string().nullable(),
  stop: z.enum(['question', 'breakpoint']).nullable(),
  uncheckedSince: z.string().optional(),
});
export type InboxThread = z.infer<typeof InboxThread>;

/**
 * One server's part of the inbox. `offline`: not connected, see `problem`; `threads` are those of the last read.
 * `failed`: connected, but listing its threads failed. `reading`: first read, or first after it was away; bounded in
 * time, then `offline` or `failed`.
 *
 * - `threads`: Newest first.
 * - `readAt`: Last read, by this machine's clock.
 */
export const InboxServer = z.strictObject({
  connectionId: z.string(),
  name: z.string(),
  state: z.enum(['reading', 'read', 'offline', 'failed']),
  threads: z.array(InboxThread),
  hasMore: z.boolean(),
  problem: z.nullable(WireError),
  readAt: z.string().nullable(),
});
export type InboxServer = z.infer<typeof InboxServer>;

export const InboxSnapshot = z.strictObject({ servers: z.array(InboxServer) });
export type InboxSnapshot = z.infer<typeof InboxSnapshot>;

/**
 * A waiting thread's newest state without its values.
 *
 * - `discarded`: See `ThreadState`.
 * - `since`: When the waiting checkpoint was written.
 */
export const InboxThreadDetail = z.strictObject({
  threadId: z.string(),
  interrupts: z.array(PendingInterrupt),
  answered: z.array(PendingInterrupt),
  discarded: z.array(PendingInterrupt).optional(),
  missing: z.array(z.string()).optional(),
  next: z.array(z.string()),
  since: z.string().nullable(),
});
export type InboxThreadDetail = z.infer<typeof InboxThreadDetail>;
