import { z } from 'zod';

/** `unknown` stands for any other value. */
export const ThreadStatus = z.enum(['idle', 'busy', 'interrupted', 'error', 'unknown']);
export type ThreadStatus = z.infer<typeof ThreadStatus>;

/**
 * Why a thread's server calls it `interrupted`: a question waits, it stopped at a breakpoint, its run was cancelled, or nothing
 * is left to do.
 */
export const StopReason = z.enum(['question', 'breakpoint', 'cancel', 'nothing']);
export type StopReason = z.infer<typeof StopReason>;

/**
 * A thread in a list. `name`: from metadata, else the first human message, else `null` (views show the id).
 *
 * - `tags`: `metadata.tags`, if it is a list of strings.
 * - `interruptedBy` is omitted for other statuses, and while it is unknown.
 */
export const Thread = z.strictObject({
  threadId: z.string(),
  status: ThreadStatus,
  name: z.string().nullable(),
  tags: z.array(z.string()),
  graphId: z.string().nullable(),
  assistantId: z.string().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  interruptedBy: z.optional(StopReason),
});
export type Thread = z.infer<typeof Thread>;

/** A tool call of the task that waits. `agent`: the sub-agent that it starts, as the `task` tool of deep agents names it. */
export const WaitingToolCall = z.strictObject({ tool: z.string(), agent: z.string().nullable() });
export type WaitingToolCall = z.infer<typeof WaitingToolCall>;

/**
 * A pending interrupt at any depth. `id` keys its answer; `valueText` is JSON as the server sent it. A task that asks
 * again does so under the same id, so a question is identified by its task, index, id and value.
 *
 * - `index`: Among the interrupts of its task.
 * - `id` is `null` if the server sent none: then no answer can be addressed to it. Several may share one (a server bug).
 * - `nodeId`: Path of task names joined by `:`, which equals the node's id on the canvas.
 * - `schemaText`: JSON schema of the answer (`response_schema`), if the graph defines one.
 * - `perhapsAnswered` is set if the server does not say whether it waits, or its task has been answered and is finished.
 * - `toolCalls`: The tool calls of its task, which an answer runs again from their start. Omitted if it runs none, or
 *   that is unknown.
 */
export const PendingInterrupt = z.strictObject({
  taskId: z.string(),
  index: z.int().nonnegative(),
  id: z.string().nullable(),
  valueText: z.string(),
  nodeId: z.string(),
  schemaText: z.string().optional(),
  perhapsAnswered: z.literal(true).optional(),
  toolCalls: z.array(WaitingToolCall).optional(),
});
export type PendingInterrupt = z.infer<typeof PendingInterrupt>;

/**
 * A task of a checkpoint: a node that runs next, waits, has failed, or (in history) has run.
 *
 * - `error`: The server's message, unwrapped from JSON (docs/protocol.md, Failures inside a successful answer).
 * - `finished` is set if it has its result while others of its superstep do not.
 * - `subgraph`: Reference to the subgraph's own state, if the node is a subgraph with one; `checkpointId: null` is its newest.
 */
export const ThreadTask = z.strictObject({
  id: z.string(),
  nodeId: z.string(),
  error: z.string().nullable(),
  waiting: z.boolean(),
  finished: z.literal(true).optional(),
  subgraph: z.strictObject({ checkpointNs: z.string(), checkpointId: z.string().nullable() }).optional(),
});
export type ThreadTask = z.infer<typeof ThreadTask>;

/** What wrote a checkpoint (`metadata.source`). */
export const CheckpointSource = z.enum(['input', 'loop', 'update', 'fork', 'unknown']);
export type CheckpointSource = z.infer<typeof CheckpointSource>;

/**
 * A task of a listed checkpoint. `status`: what the checkpoint itself says; omitted for a task without result, error
 * and interrupt, which ran only if a checkpoint of a run follows.
 *
 * - `name`: The node's name within its (sub)graph.
 * - `sent`: Started by a `Send` with an input of its own, so it did not read the state.
 * - `checkpointNs`: Namespace of the subgraph that it ran.
 */
export const CheckpointTask = z.strictObject({
  id: z.string(),
  name: z.string(),
  status: z.enum(['failed', 'waiting', 'finished']).optional(),
  sent: z.literal(true).optional(),
  checkpointNs: z.string().optional(),
});
export type CheckpointTask = z.infer<typeof CheckpointTask>;

/**
 * A checkpoint in the history list; its values are fetched on selection.
 *
 * - `writers`: Nodes whose results this checkpoint holds; empty if the server does not say (input, update).
 * - `inputLine`: First words of the input that it takes in; omitted for other checkpoints, and if unknown.
 * - `outputLine`: First words of the answer with which a run ended: of its last message. Omitted for other checkpoints,
 *   and without one.
 * - `changedKeys`: Top-level keys that differ from the parent; `null` if the parent is not available.
 * - `failedNodes`: Nodes whose tasks failed; omitted for none.
 * - `start`: The step that takes in an input: its parent is an input.
 * - `tasks`: Its tasks, the first thousand, without the one that takes in the input; omitted for none.
 * - `tasksCut`: It has more tasks than are listed.
 * - `subgraphs`: Subgraphs that its tasks ran, each with the namespace of its history.
 */
export const CheckpointSummary = z.strictObject({
  checkpointId: z.string(),
  parentId: z.string().nullable(),
  createdAt: z.string().nullable(),
  step: z.int().nullable(),
  source: CheckpointSource,
  runId: z.string().nullable(),
  writers: z.array(z.string()),
  inputLine: z.optional(z.string()),
  outputLine: z.optional(z.string()),
  next: z.array(z.string()),
  changedKeys: z.array(z.string()).nullable(),
  interrupts: z.int().nonnegative(),
  failed: z.boolean(),
  failedNodes: z.array(z.string()).optional(),
  start: z.literal(true).optional(),
  tasks: z.array(CheckpointTask).optional(),
  tasksCut: z.literal(true).optional(),
  subgraphs: z.array(z.strictObject({ nodeId: z.string(), checkpointNs: z.string() })).optional(),
});
export type CheckpointSummary = z.infer<typeof CheckpointSummary>;

/**
 * One page of history, newest first. `before` requests the next page; `null` at the end.
 *
 * - `missing`: Members that the server leaves out of checkpoints, by their names in the API; omitted for none.
 * - `foreign`: Checkpoints of other threads that the server listed among them, and that are left out. Omitted without any.
 */
export const HistoryPage = z.strictObject({
  checkpoints: z.array(CheckpointSummary),
  missing: z.optional(z.array(z.string())),
  before: z.string().nullable(),
  foreign: z.int().positive().optional(),
});
export type HistoryPage = z.infer<typeof HistoryPage>;

/**
 * The state at a checkpoint. Texts are JSON exactly as the server sent it, including numbers and key order.
 *
 * - `checkpointId` is `null` for a thread that never ran.
 * - `answered`: Answered while others of the same step still wait; the JavaScript server keeps listing them.
 * - `discarded`: Discarded by an edit inside a subgraph: their nodes ask anew, under other ids, when the thread continues.
 * - `missing`: Members that the server leaves out of the state, by their names in the API; omitted for none.
 */
export const ThreadState = z.strictObject({
  threadId: z.string(),
  checkpointId: z.string().nullable(),
  parentId: z.string().nullable(),
  createdAt: z.string().nullable(),
  step: z.int().nullable(),
  source: CheckpointSource,
  valuesText: z.string(),
  metadataText: z.string(),
  next: z.array(z.string()),
  tasks: z.array(ThreadTask),
  interrupts: z.array(PendingInterrupt),
  answered: z.array(PendingInterrupt).optional(),
  discarded: z.array(PendingInterrupt).optional(),
  missing: z.array(z.string()).optional(),
});
export type ThreadState = z.infer<typeof ThreadState>;

/**
 * One edited top-level key and the JSON text sent for it. `expectedText`: the intended list of messages, if an
 * update for a message reducer is sent.
 */
export const StateChange = z.strictObject({
  key: z.string(),
  valueText: z.string(),
  expectedText: z.string().optional(),
});
export type StateChange = z.infer<typeof StateChange>;

/**
 * A key whose value after the write differs from the request, due to a reducer or the server.
 *
 * - `actualText` is `null` if the new state lacks the key.
 */
export const StateDifference = z.strictObject({
  key: z.string(),
  expectedText: z.string(),
  actualText: z.string().nullable(),
});
export type StateDifference = z.infer<typeof StateDifference>;

/** Result of a state update: the new checkpoint, read back, and its differences from the request. */
export const StateUpdateResult = z.strictObject({
  state: ThreadState,
  changedKeys: z.array(z.string()),
  differences: z.array(StateDifference),
});
export type StateUpdateResult = z.infer<typeof StateUpdateResult>;
