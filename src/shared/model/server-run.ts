import { z } from 'zod';
import { WireError } from '../wire-error.ts';
import { StopReason, ThreadStatus } from './thread.ts';
import { CancelResult, RunSource, RunStatus } from './run.ts';

/**
 * Which runs of a server: those that have not ended; those that left their thread waiting for a person; those that
 * left it failed.
 */
export const ServerRunKind = z.enum(['active', 'waiting', 'failed']);
export type ServerRunKind = z.infer<typeof ServerRunKind>;

/**
 * - `createdAt`: By the server's clock. In the future for a run that is scheduled.
 * - `resumable`: Whether its events can be read without taking them from another reader; `null` if unknown.
 */
export const ServerRun = z.strictObject({
  runId: z.string(),
  assistantId: z.string(),
  status: RunStatus,
  createdAt: z.string().nullable(),
  source: RunSource,
  resumable: z.boolean().nullable(),
});
export type ServerRun = z.infer<typeof ServerRun>;

/**
 * A thread of a server with its runs of a kind.
 *
 * - `name`: As the list of threads names it; `null` also for one far down a long list, whose values are not read for it.
 * - `interruptedBy`: Of a thread that waits; omitted while it is unknown.
 * - `runs`: Active ones in the order in which they run; otherwise the newest run of the thread. `null`: unknown, because of `problem`.
 * - `hasMore`: The thread has more runs of the kind than are listed.
 */
export const ServerRunThread = z.strictObject({
  threadId: z.string(),
  name: z.string().nullable(),
  graphId: z.string().nullable(),
  status: ThreadStatus,
  interruptedBy: z.optional(StopReason),
  updatedAt: z.string().nullable(),
  runs: z.array(ServerRun).nullable(),
  problem: z.nullable(WireError),
  hasMore: z.boolean(),
});
export type ServerRunThread = z.infer<typeof ServerRunThread>;

/** What became of one of several runs to cancel; `result: null`: unknown, because of `problem`. */
export const ServerRunCancel = z.strictObject({
  runId: z.string(),
  result: CancelResult.nullable(),
  problem: z.nullable(WireError),
});
export type ServerRunCancel = z.infer<typeof ServerRunCancel>;

/** What became of one of several runs to delete; `problem: null`: it is gone. */
export const ServerRunDelete = z.strictObject({ runId: z.string(), problem: z.nullable(WireError) });
export type ServerRunDelete = z.infer<typeof ServerRunDelete>;

/** What became of one of several runs to repeat; `started: null`: none was started, because of `problem`. */
export const ServerRunRepeat = z.strictObject({
  runId: z.string(),
  started: z.nullable(z.strictObject({ threadId: z.string(), runId: z.string() })),
  problem: z.nullable(WireError),
});
export type ServerRunRepeat = z.infer<typeof ServerRunRepeat>;

/**
 * Runs of a server over its threads, last changed thread first. Servers don't list runs without a thread.
 *
 * - `read`: How many threads with this status were read; those without such a run are not listed.
 * - `hasMore`: There are more threads with this status than were read.
 */
export const ServerRunList = z.strictObject({
  threads: z.array(ServerRunThread),
  read: z.int().nonnegative(),
  hasMore: z.boolean(),
});
export type ServerRunList = z.infer<typeof ServerRunList>;
