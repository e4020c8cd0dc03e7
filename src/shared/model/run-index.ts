import { z } from 'zod';
import { WireError } from '../wire-error.ts';
import { ModelUsage } from './model-usage.ts';
import { RunSource } from './run.ts';

/**
 * How a listed run stands. `ended`: the server calls it ended, and whether it finished, waits or was stopped is read from its
 * thread's record when the run comes into sight.
 */
export const IndexedRunStatus = z.enum([
  'queued',
  'running',
  'interrupted',
  'paused',
  'finished',
  'failed',
  'cancelled',
  'timed-out',
  'ended',
  'unknown',
]);
export type IndexedRunStatus = z.infer<typeof IndexedRunStatus>;

/** A run of a server, of any client. Texts are cut. */
export const IndexedRun = z.strictObject({
  runId: z.string(),
  threadId: z.string(),
  /** As the list of threads names its thread; `null`: it has no name, or it is not read yet. */
  threadName: z.string().nullable(),
  graphId: z.string().nullable(),
  assistantId: z.string(),
  status: IndexedRunStatus,
  /** `paused before review`, `failed at its recursion limit`; `null` until its thread's record is read. */
  endingText: z.string().nullable(),
  /** First line of its error, its question or its input; `null` for none. */
  line: z.nullable(z.strictObject({ kind: z.enum(['error', 'question', 'input']), text: z.string() })),
  /** By the server's clock. In the future for a scheduled run. */
  createdAt: z.string().nullable(),
  /** Milliseconds, by the server's clock, at most; `null` while it is active, and if unknown. */
  durationMs: z.number().nonnegative().nullable(),
  /** `null`: not reported, or not read yet. */
  tokens: z.int().nonnegative().nullable(),
  /** The same by model; empty if none reports it, or it is not read yet. */
  models: z.array(ModelUsage),
  /** Its thread is too large to be read as a whole, so that tokens may be missing. */
  isUsageCut: z.boolean(),
  source: RunSource,
});
export type IndexedRun = z.infer<typeof IndexedRun>;

/** What servers tell of every run, so that an order by it is true. */
export const RunSort = z.enum(['createdAt', 'durationMs', 'threadName', 'graphId']);
export type RunSort = z.infer<typeof RunSort>;

/** Which runs, in which order. Runs without what they are sorted by come last; equal ones newest first. Empty lists and texts select all. */
export const RunIndexFilter = z.strictObject({
  /** Words that a run's names, ids, input, output, messages, question or error begin with, in any order. */
  text: z.string().max(500),
  statuses: z.array(IndexedRunStatus),
  graphIds: z.array(z.string()),
  sources: z.array(RunSource),
  /** Started at most so long ago, in seconds; `null`: at any time, also one that is unknown. */
  maxAge: z.int().positive().nullable(),
  sortBy: RunSort,
  descending: z.boolean(),
});
export type RunIndexFilter = z.infer<typeof RunIndexFilter>;

/** Runs that can be selected to act on them. */
export const maxSelectedRuns = 5000;

/** A part of the runs that a filter selects, in its order. */
export const IndexedRuns = z.strictObject({
  runs: z.array(IndexedRun),
  /** All runs that the filter selects. */
  total: z.int().nonnegative(),
});
export type IndexedRuns = z.infer<typeof IndexedRuns>;

/** What the index of a server's runs holds by now. */
export const RunIndexState = z.strictObject({
  /** Grows with each change of the index. */
  version: z.int().nonnegative(),
  runs: z.int().nonnegative(),
  /** Of each status that occurs. */
  counts: z.array(z.strictObject({ status: IndexedRunStatus, count: z.int().positive() })),
  graphIds: z.array(z.string()),
  /** Threads whose runs are listed, and whose outputs, messages and errors can be searched. */
  threads: z.int().nonnegative(),
  searchable: z.int().nonnegative(),
  /** There are older threads than those that were read. */
  hasMore: z.boolean(),
  /** A request to read everything is under way. */
  isReadingAll: z.boolean(),
  /** When the server's list was last read, in milliseconds since 1970 by this computer's clock; `null`: not yet. */
  readAt: z.number().nullable(),
  /** Why the last reading failed. */
  problem: z.nullable(WireError),
});
export type RunIndexState = z.infer<typeof RunIndexState>;
