import { z } from 'zod';

/** `unknown` stands for a word that this studio does not know yet. */
export const ThreadStatus = z.enum(['idle', 'busy', 'interrupted', 'error', 'unknown']);
export type ThreadStatus = z.infer<typeof ThreadStatus>;

/** A thread as a list shows it. `name`: metadata, else the first human words, else `null` (the view shows the id). */
export const Thread = z.strictObject({
  threadId: z.string(),
  status: ThreadStatus,
  name: z.string().nullable(),
  /** `metadata.tags`, where it is a list of texts. */
  tags: z.array(z.string()),
  graphId: z.string().nullable(),
  assistantId: z.string().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
});
export type Thread = z.infer<typeof Thread>;

/** A pending interrupt of any depth. `id` is what an answer is keyed by; `valueText` is JSON as the server sent it. */
export const PendingInterrupt = z.strictObject({
  /** `null` when the server gave none: then no answer can be addressed to it. Several may share one (a server's bug). */
  id: z.string().nullable(),
  valueText: z.string(),
  /** Path of task names, joined with `:`, so that it equals the node's id on the canvas. */
  nodeId: z.string(),
  /** The JSON schema that the answer must fit (`response_schema`), where the graph gave one. */
  schemaText: z.string().optional(),
  /** Set when some of this node's tasks were answered already and nothing that the server sends says which. */
  perhapsAnswered: z.literal(true).optional(),
});
export type PendingInterrupt = z.infer<typeof PendingInterrupt>;

/** A task of a checkpoint: a node that is to run next, is waiting, has failed, or (in history) has run. */
export const ThreadTask = z.strictObject({
  id: z.string(),
  nodeId: z.string(),
  /**
   * The server's words, unwrapped from JSON where it sent JSON (docs/protocol.md, Failures inside a successful answer).
   */
  error: z.string().nullable(),
  waiting: z.boolean(),
  /** Set when it has its result, while others of its superstep have not. */
  finished: z.literal(true).optional(),
  /** Where the subgraph's own state lies, when the node is a subgraph that has one: `checkpointId: null` is its newest. */
  subgraph: z.strictObject({ checkpointNs: z.string(), checkpointId: z.string().nullable() }).optional(),
});
export type ThreadTask = z.infer<typeof ThreadTask>;

/** What wrote a checkpoint (`metadata.source`). */
export const CheckpointSource = z.enum(['input', 'loop', 'update', 'fork', 'unknown']);
export type CheckpointSource = z.infer<typeof CheckpointSource>;

/** A checkpoint as the history list shows it; its values are fetched when it is picked. */
export const CheckpointSummary = z.strictObject({
  checkpointId: z.string(),
  parentId: z.string().nullable(),
  createdAt: z.string().nullable(),
  step: z.int().nullable(),
  source: CheckpointSource,
  runId: z.string().nullable(),
  /** Nodes whose results this checkpoint holds; empty when the server does not tell (input, update). */
  writers: z.array(z.string()),
  /** Nodes that run next. */
  next: z.array(z.string()),
  /** Top-level keys that differ from the parent; `null` when the parent is not in reach. */
  changedKeys: z.array(z.string()).nullable(),
  interrupts: z.int().nonnegative(),
  failed: z.boolean(),
  /** Nodes whose tasks failed; left out where none did. */
  failedNodes: z.array(z.string()).optional(),
  /** The step that takes an input in: its parent is an input. */
  start: z.literal(true).optional(),
  /** Subgraphs that its tasks ran, each with the namespace that its own history lies in. */
  subgraphs: z.array(z.strictObject({ nodeId: z.string(), checkpointNs: z.string() })).optional(),
});
export type CheckpointSummary = z.infer<typeof CheckpointSummary>;

/** One page of history, newest first. `before` asks for the next page; `null` at the end. */
export const HistoryPage = z.strictObject({
  checkpoints: z.array(CheckpointSummary),
  before: z.string().nullable(),
});
export type HistoryPage = z.infer<typeof HistoryPage>;

/** The state at one checkpoint. Texts are JSON exactly as the server sent it: numbers, key order and all. */
export const ThreadState = z.strictObject({
  threadId: z.string(),
  /** `null` for a thread that never ran. */
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
  /** Answered while others of the same step still wait; the JavaScript server goes on listing them. */
  answered: z.array(PendingInterrupt).optional(),
});
export type ThreadState = z.infer<typeof ThreadState>;

/**
 * One top-level key of an edit, with what is sent for it as JSON text. `wantedText` is the list of messages that it is to
 * be afterwards, where what is sent is an update of it: messages by their ids, for a reducer that adds them.
 */
export const StateChange = z.strictObject({
  key: z.string(),
  valueText: z.string(),
  expectedText: z.string().optional(),
});
export type StateChange = z.infer<typeof StateChange>;

/** A key whose value after the write is not what was asked for: a reducer, or the server, made something else of it. */
export const StateDifference = z.strictObject({
  key: z.string(),
  expectedText: z.string(),
  /** `null` when the key is not in the new state at all. */
  actualText: z.string().nullable(),
});
export type StateDifference = z.infer<typeof StateDifference>;

/** What a state update came to: the new checkpoint, read back, and where it differs from what was asked. */
export const StateUpdateResult = z.strictObject({
  state: ThreadState,
  changedKeys: z.array(z.string()),
  differences: z.array(StateDifference),
});
export type StateUpdateResult = z.infer<typeof StateUpdateResult>;
