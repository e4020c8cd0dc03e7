import { z } from 'zod';
import { ModelUsage } from './model-usage.ts';
import { RunOrigin, RunSource } from './run.ts';
import { CheckpointSource } from './thread.ts';
import { WireError } from '../wire-error.ts';

/**
 * A point in time by the server's clock, in milliseconds since 1970. `bound`: the true one is not earlier (`atLeast`) or not
 * later (`atMost`). `source`: `seen` is the arrival of a live event here, with the measured difference of the clocks taken out.
 */
export const RecordedTime = z.strictObject({
  ms: z.number(),
  bound: z.enum(['exact', 'atLeast', 'atMost']),
  source: z.enum(['server', 'seen']),
});
export type RecordedTime = z.infer<typeof RecordedTime>;

export const RecordedCheckpoint = z.strictObject({
  checkpointId: z.string(),
  /** Empty for the root graph. Ids are unique only within their namespace. */
  namespace: z.string(),
  parentId: z.string().nullable(),
  /** Milliseconds since 1970, by the server's clock. */
  createdAt: z.number().nullable(),
  /** As LangGraph counts: -1 for the input. */
  step: z.int().nullable(),
  source: CheckpointSource,
  runId: z.string().nullable(),
  /** As the server says: for a checkpoint with successors, nodes that have run are among them. */
  next: z.array(z.string()),
  /** The checkpoint of which a fork is a copy, which has the same parent; omitted for others. */
  copyOf: z.string().optional(),
  /**
   * Another graph has run on the thread since, so the server does not report all nodes that ran from here; omitted if
   * it does.
   */
  isPartial: z.literal(true).optional(),
});
export type RecordedCheckpoint = z.infer<typeof RecordedCheckpoint>;

/** How an execution stands. An aborted one ended because of the error of another one beside it. */
export const ExecutionStatus = z.enum([
  'queued',
  'running',
  'interrupted',
  'finished',
  'failed',
  'aborted',
  'cancelled',
  /** Would run if the thread went on. */
  'next',
  'unknown',
]);
export type ExecutionStatus = z.infer<typeof ExecutionStatus>;

/**
 * The time in which one run worked at an execution. One that asks has a span in the run that asked and one in each run that
 * answered. `null`: unknown, or not ended yet.
 */
export const ExecutionSpan = z.strictObject({
  runId: z.string().nullable(),
  startedAt: RecordedTime.nullable(),
  endedAt: RecordedTime.nullable(),
  /** By a retry policy; `null` if no events report it. */
  attempts: z.int().positive().nullable(),
});
export type ExecutionSpan = z.infer<typeof ExecutionSpan>;

/** A tool call that a message in the result of an execution answers. `name`: `null` if the message does not say. */
export const RecordedToolCall = z.strictObject({
  callId: z.string(),
  name: z.string().nullable(),
  isError: z.boolean(),
});
export type RecordedToolCall = z.infer<typeof RecordedToolCall>;

/** A task that ran, waits, or would run next: one execution of a node. */
export const Execution = z.strictObject({
  /** Unique in its record, and the same when it is read again. */
  executionId: z.string(),
  /** Path of node names joined by `:`, which equals the node's id on the canvas. */
  nodeId: z.string(),
  name: z.string(),
  taskId: z.string(),
  /** Of the graph that it is a task of; empty for the root graph. */
  namespace: z.string(),
  /** The execution whose subgraph it ran in; `null` in the root graph. */
  parentId: z.string().nullable(),
  /** Namespace of the subgraph that it ran itself. */
  innerNamespace: z.string().nullable(),
  /** The checkpoint that it read; `null` if only events report the execution. */
  before: z.string().nullable(),
  /** The checkpoint with its result; `null` without one. */
  made: z.string().nullable(),
  /** Of the checkpoint with its result, made or to be made. */
  step: z.int().nullable(),
  /** Of its call of its graph, from 1; only of one that events alone report. */
  superstep: z.int().optional(),
  status: ExecutionStatus,
  /** Oldest first; empty for one that has not started. */
  spans: z.array(ExecutionSpan),
  /** The server's message of its failure. */
  error: z.string().nullable(),
  /** The execution whose error aborted this one. */
  abortedBy: z.string().nullable(),
  /** Reported by messages in its result or its events, without those of its subgraph; `null` if none reports any. */
  tokens: z.int().nonnegative().nullable(),
  /** The same by model; empty if none reports it. */
  models: z.array(ModelUsage),
  /** Tool calls that its result answers, without those of its subgraph; omitted if there is none. */
  toolCalls: z.array(RecordedToolCall).optional(),
  /** Nodes that led here by the server's word; empty if it names none. */
  from: z.array(z.string()),
  /** A `Send` started it with an input of its own. */
  isSent: z.boolean(),
  hasResult: z.boolean(),
});
export type Execution = z.infer<typeof Execution>;

/**
 * An interrupt of an execution, which asks a question. Sequential questions of a task have the same interrupt id. Its value is
 * in the state of the checkpoint that the execution read.
 */
export const RecordedInterrupt = z.strictObject({
  executionId: z.string(),
  /** Among the interrupts of its task. */
  index: z.int().nonnegative(),
  interruptId: z.string().nullable(),
  /**
   * `abandoned`: unanswered at a checkpoint from which the thread went on otherwise, with a new input or on another branch, or
   * inside an execution that failed.
   */
  status: z.enum(['waiting', 'answered', 'abandoned', 'unknown']),
});
export type RecordedInterrupt = z.infer<typeof RecordedInterrupt>;

/** How a run ended, and why. */
export const RunEnding = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('finished') }),
  /** Questions wait. */
  z.strictObject({ kind: z.literal('interrupted'), executionIds: z.array(z.string()) }),
  /** At a breakpoint or after a step. `nodes`: before or after which it stopped; empty if unknown. */
  z.strictObject({
    kind: z.literal('paused'),
    place: z.enum(['before', 'after', 'unknown']),
    nodes: z.array(z.string()),
  }),
  z.strictObject({
    kind: z.literal('failed'),
    /** The execution with the error that came first; `null` if no node is known to have failed. */
    executionId: z.string().nullable(),
    error: z.string().nullable(),
    isRecursionLimit: z.boolean(),
  }),
  /** `isKept`: whether what it wrote is still there; `null` if unknown. */
  z.strictObject({ kind: z.literal('cancelled'), isKept: z.boolean().nullable() }),
  z.strictObject({ kind: z.literal('timed-out') }),
  z.strictObject({ kind: z.literal('unknown'), why: z.string() }),
]);
export type RunEnding = z.infer<typeof RunEnding>;

export const RecordedRun = z.strictObject({
  runId: z.string(),
  assistantId: z.string().nullable(),
  /** The version of its assistant; omitted if its record does not say. */
  assistantVersion: z.optional(z.number()),
  origin: RunOrigin,
  source: RunSource,
  /** Milliseconds since 1970, by the server's clock. */
  createdAt: z.number().nullable(),
  /** When its record last changed after its end; `null` while it is active and if unknown. */
  endedAt: z.number().nullable(),
  /** `ended` has an ending. */
  status: z.enum(['queued', 'running', 'ended', 'unknown']),
  ending: RunEnding.nullable(),
  /** A command sent it to nodes whose tasks no checkpoint lists; omitted for others. */
  hasUnlistedTasks: z.literal(true).optional(),
  /** Only its events report that it ended: the checkpoints were read before; omitted once the server says it, too. */
  isOfEvents: z.literal(true).optional(),
});
export type RecordedRun = z.infer<typeof RecordedRun>;

/** Why a record lacks something. */
export const RecordGap = z.discriminatedUnion('kind', [
  /** Older checkpoints were deleted. */
  z.strictObject({ kind: z.literal('deleted') }),
  /** There is more than is read. */
  z.strictObject({ kind: z.literal('limit') }),
  /** The server can't return the history of this subgraph. */
  z.strictObject({ kind: z.literal('subgraph'), namespace: z.string() }),
  /** The server does not list the thread's runs, or not all. */
  z.strictObject({ kind: z.literal('runs') }),
  /** The server reads older checkpoints by the graph that ran last, and does not report the nodes of the one that made them. */
  z.strictObject({ kind: z.literal('graph') }),
  /** It is of an export of another tool, which has what ran, but no checkpoints. */
  z.strictObject({ kind: z.literal('import') }),
]);
export type RecordGap = z.infer<typeof RecordGap>;

/** Everything that is known of what ran on a thread. */
export const ThreadRecord = z.strictObject({
  threadId: z.string(),
  /** The newest checkpoint; `null` for a thread that never ran. */
  headId: z.string().nullable(),
  /** Of the root graph and of subgraphs; in each namespace oldest first. */
  checkpoints: z.array(RecordedCheckpoint),
  /** Subgraphs that started with a state copied from another call of them. */
  copies: z.array(
    z.strictObject({
      namespace: z.string(),
      of: z.strictObject({ namespace: z.string(), checkpointId: z.string() }),
    }),
  ),
  /** In the order in which they started, each followed by those inside it. */
  executions: z.array(Execution),
  questions: z.array(RecordedInterrupt),
  /** Oldest first. */
  runs: z.array(RecordedRun),
  gaps: z.array(RecordGap),
});
export type ThreadRecord = z.infer<typeof ThreadRecord>;

// The server's clock when a change was sent, in milliseconds since 1970; omitted if it is not known.
const serverMs = z.number().optional();

// A list as it became, in parts: entries that are new or differ, and ranges `[from, to)` of the list before. A change costs what
// it changes, whatever the length of the list.
const listParts = <Entry extends z.ZodType>(entry: Entry) =>
  z.array(z.union([z.array(z.int().nonnegative()).length(2), entry]));

export const ThreadRecordChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('snapshot'), record: ThreadRecord, serverMs }),
  z.strictObject({
    kind: z.literal('change'),
    serverMs,
    headId: z.string().nullable(),
    checkpoints: listParts(RecordedCheckpoint),
    executions: listParts(Execution),
    questions: listParts(RecordedInterrupt),
    runs: listParts(RecordedRun),
    gaps: z.array(RecordGap),
    copies: ThreadRecord.shape.copies,
  }),
  /** Why the thread has not been readable for a while, so that the record may be old; `null` once it is read again. */
  z.strictObject({ kind: z.literal('stale'), serverMs, problem: z.nullable(WireError) }),
]);
export type ThreadRecordChange = z.infer<typeof ThreadRecordChange>;

export type ListPart<Entry> = number[] | Entry;
