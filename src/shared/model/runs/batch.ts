import { z } from 'zod';
import { ThreadStatus } from '../threads/thread.ts';
import { CancelResult, RunStatus } from './run.ts';

/** Rows of one batch, and characters of all of its inputs. */
export const mostBatchRows = 1000;
export const mostBatchText = 5_000_000;

/** How the run of a row ended, as its server reports it. Texts are truncated if long, for display only. */
export const BatchRowResult = z.strictObject({
  /** `null`: the server no longer has the run. */
  status: RunStatus.nullable(),
  threadStatus: ThreadStatus,
  /** The newest values of its thread as JSON; `null` if they could not be read. */
  outputText: z.string().nullable(),
  error: z.string().nullable(),
});
export type BatchRowResult = z.infer<typeof BatchRowResult>;

/** A row of a batch: one input, one thread, one run. */
export const BatchRow = z.strictObject({
  /** `null`: not sent. */
  threadId: z.string().nullable(),
  /** `null`: not started, because of `problem` if there is one. */
  runId: z.string().nullable(),
  problem: z.string().nullable(),
  /** `null`: not ended, as far as known. */
  result: BatchRowResult.nullable(),
});
export type BatchRow = z.infer<typeof BatchRow>;

/** A table of inputs, each run on a thread of its own. The runs are the server's: it goes on without the studio. */
export const Batch = z.strictObject({
  batchId: z.string(),
  connectionId: z.string(),
  assistantId: z.string(),
  name: z.string(),
  /** ISO 8601, by this computer's clock. */
  createdAt: z.string(),
  /** Runs at a time; `null`: all are handed over at once, and the server decides. */
  atOnce: z.int().min(1).nullable(),
  rows: z.array(BatchRow),
});
export type Batch = z.infer<typeof Batch>;

/** A batch for a list. `isSending`: the studio still hands rows over. */
export const BatchView = Batch.extend({ isSending: z.boolean() });
export type BatchView = z.infer<typeof BatchView>;

/** What became of stopping a batch, run by run; `result: null`: it could not be cancelled. */
export const BatchStop = z.strictObject({
  unsent: z.int().nonnegative(),
  results: z.array(CancelResult.nullable()),
});
export type BatchStop = z.infer<typeof BatchStop>;
