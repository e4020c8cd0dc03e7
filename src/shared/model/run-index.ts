import { z } from 'zod';
import { WireError } from '../wire-error.ts';
import { ModelUsage } from './model-usage.ts';
import { RunSource } from './run.ts';
import { ExecutionStatus } from './thread-record.ts';

/**
 * How a listed run stands. `ended`: the server calls it ended, and whether it finished, waits or was stopped is read from its
 * thread's record when the run comes into sight.
 */
export const IndexedRunStatus = z.enum([
  'queued',
  'running',
  'interrupted',
  'paused',
  'failed',
  'timed-out',
  'cancelled',
  'finished',
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
  /** First line of its error, its first question or its input; `null` for none. `count`: of open questions, if several. */
  line: z.nullable(
    z.strictObject({
      kind: z.enum(['error', 'question', 'input']),
      text: z.string(),
      count: z.int().positive().optional(),
    }),
  ),
  /** Of a queued run: active ones of its thread that run before it; `null` for others, and for one that is scheduled. */
  ahead: z.int().nonnegative().nullable(),
  /** By the server's clock. In the future for a scheduled run. */
  createdAt: z.string().nullable(),
  /** Milliseconds, by the server's clock, at most; `null` while it is active, and if unknown. */
  durationMs: z.number().nonnegative().nullable(),
  /** `null`: not reported, or not read yet. */
  tokens: z.int().nonnegative().nullable(),
  /** The same by model; empty if none reports it, or it is not read yet. */
  models: z.array(ModelUsage),
  /** Tokens may be missing: an execution reports none, or its thread is too large to be read as a whole. */
  isUsageCut: z.boolean(),
  source: RunSource,
});
export type IndexedRun = z.infer<typeof IndexedRun>;

/** The start of a text, and the length of the whole in UTF-16 units. */
export const CutText = z.strictObject({ text: z.string(), length: z.int().nonnegative() });
export type CutText = z.infer<typeof CutText>;

/**
 * What one run was given, did and made; `null` for what it lacks and for what is unknown. Texts are JSON, except the
 * error.
 */
export const RunDetails = z.strictObject({
  input: CutText.nullable(),
  /** What it answered. */
  answer: CutText.nullable(),
  /** The values of its thread after it. */
  output: CutText.nullable(),
  error: CutText.nullable(),
  /** What it asked, as far as it waits. */
  questions: z.array(CutText),
  /** Nodes that it ran or would run, by their id on the canvas. */
  nodes: z.array(z.strictObject({ nodeId: z.string(), status: ExecutionStatus })),
  /** Whether its events can be read without taking them from another reader. */
  resumable: z.boolean().nullable(),
  /** Why some of it is unknown. */
  problem: z.nullable(WireError),
});
export type RunDetails = z.infer<typeof RunDetails>;

/** What servers tell of every run, so that an order by it is true. Statuses are in the order of `IndexedRunStatus`. */
export const RunSort = z.enum(['createdAt', 'durationMs', 'threadName', 'graphId', 'status']);
export type RunSort = z.infer<typeof RunSort>;

/**
 * Which runs, in which order. Runs without what they are sorted by come last; equal ones newest first. Empty lists and
 * texts select all.
 */
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

export const IndexedRuns = z.strictObject({
  runs: z.array(IndexedRun),
  /** All runs that the filter selects. */
  total: z.int().nonnegative(),
});
export type IndexedRuns = z.infer<typeof IndexedRuns>;

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
  /** Of the searchable ones: those that hold more text than is searched. */
  searchableInPart: z.int().nonnegative(),
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
