import { z } from 'zod';
import { RunStatus } from './run.ts';
import { ExecutionStatus, RecordedTime } from './thread-record.ts';

const onServer = z.strictObject({ connectionId: z.string() });
const onThread = onServer.extend({ threadId: z.string() });
const onRun = onThread.extend({ runId: z.string() });

/**
 * One thing to compare, by reference; also one of another server. `turn`: the run with those that answered or continued it.
 * `checkpointNs`: a subgraph's.
 *
 * - `onServer.extend`: `version: null`: the one that runs use.
 */
export const CompareSide = z.discriminatedUnion('kind', [
  onThread.extend({
    kind: z.literal('checkpoint'),
    checkpointId: z.string(),
    checkpointNs: z.string().optional(),
  }),
  onRun.extend({ kind: z.literal('run') }),
  onRun.extend({ kind: z.literal('turn') }),
  onThread.extend({ kind: z.literal('thread') }),
  /** One execution of a node: a task that a checkpoint lists. */
  onThread.extend({
    kind: z.literal('execution'),
    checkpointId: z.string(),
    checkpointNs: z.string().optional(),
    taskId: z.string(),
  }),
  onServer.extend({
    kind: z.literal('assistant'),
    assistantId: z.string(),
    version: z.number().nullable(),
  }),
]);
export type CompareSide = z.infer<typeof CompareSide>;

/** The status of a side, by its kind: a run's and a thread's as the server says it, or an execution's. */
export const SideStatus = z.enum([
  ...RunStatus.options,
  'idle',
  'busy',
  ...ExecutionStatus.options.filter(
    (status) => status !== 'unknown' && status !== 'running' && status !== 'interrupted',
  ),
]);
export type SideStatus = z.infer<typeof SideStatus>;

/** Which code ran, by the server's own word: a member of its metadata. */
export const CodeVersion = z.strictObject({ member: z.string(), value: z.string() });
export type CodeVersion = z.infer<typeof CodeVersion>;

// An amount of money. `units`: an integer number of 10⁻¹⁵ of the currency.
const ExactCost = z.strictObject({ units: z.string().regex(/^\d{1,60}$/), currency: z.string() });
type ExactCost = z.infer<typeof ExactCost>;

/**
 * What is known of a side. `null` is unknown, or nothing that this kind has.
 *
 * - `name`: The name of the thread or assistant, or of the node.
 * - `assistantVersion`: The assistant's version, for a run the one in its metadata.
 * - `statusText`: The status in the studio's words, with the reason of an end (`paused before review`), without the
 *   error of a failure.
 * - `startedAt`: ISO 8601, by the server's clock.
 * - `durationMs`: Work without the wait for answers: of all runs together, or of an execution.
 * - `durationBound`: `atMost` of an execution: only the time of the whole superstep is known; of runs: their records say when
 *   they were created, not when they started. `null` without a time.
 * - `tokens`: Input and output tokens that messages report. At least these many if `incomplete`, which is also said of
 *   what still runs.
 * - `cost`: Cost as text, by the user's price table.
 * - `exactCost`: The exact cost, for subtraction; `null` if it is unknown or incomplete.
 * - `checkpointId`: The newest checkpoint of the side, whose state is compared.
 * - `incomplete`: What could not be read, as a sentence; `null` if nothing is missing.
 * - `remark`: What else to know about it, as a sentence; `null` if nothing.
 */
export const SideFacts = z.strictObject({
  name: z.string().nullable(),
  graphId: z.string().nullable(),
  assistantId: z.string().nullable(),
  assistantVersion: z.number().nullable(),
  status: SideStatus.nullable(),
  statusText: z.string().nullable(),
  startedAt: z.string().nullable(),
  durationMs: z.number().nonnegative().nullable(),
  durationBound: RecordedTime.shape.bound.nullable(),
  tokens: z.int().nonnegative().nullable(),
  cost: z.string().nullable(),
  exactCost: ExactCost.nullable(),
  errorText: z.string().nullable(),
  codeVersion: CodeVersion.nullable(),
  checkpointId: z.string().nullable(),
  incomplete: z.string().nullable(),
  remark: z.string().nullable(),
});
export type SideFacts = z.infer<typeof SideFacts>;

export const ComparePart = z.enum([
  'input',
  'command',
  'config',
  'context',
  'metadata',
  'output',
  'state',
  'messages',
  'interrupts',
  'error',
  'graph',
]);
export type ComparePart = z.infer<typeof ComparePart>;

/**
 * The JSON of a part, as the server sent it.
 *
 * - `isKnown`: `false`: unknown, for the reason in `note`.
 * - `length`: Length in UTF-16 units; `null`: there is none, or it is unknown.
 * - `text` is `null` for long ones, too: read them with `compare.text`.
 * - `note`: Why it is unknown, or what to know about it, as a sentence.
 */
export const PartText = z.strictObject({
  isKnown: z.boolean(),
  length: z.int().nonnegative().nullable(),
  text: z.string().nullable(),
  note: z.string().nullable(),
});
export type PartText = z.infer<typeof PartText>;

/**
 * A part of both sides. `equal`: as JSON, where the spelling of numbers counts, key order does not; `null` if either is
 * unknown. `onlyIds`: it differs only in what is made anew each time: IDs of messages, and what servers report beside
 * them. `false` also where that is not known: of millions of characters.
 */
export const ComparedPart = z.strictObject({
  part: ComparePart,
  equal: z.boolean().nullable(),
  onlyIds: z.boolean(),
  left: PartText,
  right: PartText,
});
export type ComparedPart = z.infer<typeof ComparedPart>;

/**
 * Where an execution is in the history of its side's thread.
 *
 * - `checkpointId`: The checkpoint that lists its task: the state before it.
 * - `checkpointNs`: Namespace of the subgraph; empty for the root graph.
 * - `step`: The superstep, as checkpoints count them.
 * - `durationMs`: How long the runs of the side worked at it; of several tasks of a superstep that may be a bound.
 * - `attempts`: In the last of these runs; `null` if no events report it.
 * - `tokens`: Reported by messages in its result or its events, without those of its subgraph; `null` if none reports it.
 * - `status`: How the runs of the side left it.
 */
export const ExecutionRef = z.strictObject({
  checkpointId: z.string(),
  checkpointNs: z.string(),
  taskId: z.string(),
  runId: z.string().nullable(),
  step: z.int().nullable(),
  durationMs: z.number().nonnegative().nullable(),
  durationBound: RecordedTime.shape.bound.nullable(),
  attempts: z.int().positive().nullable(),
  tokens: z.int().nonnegative().nullable(),
  status: ExecutionStatus,
});
export type ExecutionRef = z.infer<typeof ExecutionRef>;

/** `other-input`: the same output from another input. `unknown`: an output is not stored. */
export const ExecutionMark = z.enum([
  'same',
  'other-output',
  'other-input',
  'only-left',
  'only-right',
  'unknown',
]);
export type ExecutionMark = z.infer<typeof ExecutionMark>;

/**
 * What ran on both sides, or on one of them.
 *
 * - `path`: The subgraph nodes above it, outermost first.
 * - `visit`: Counts the executions of this node, from 1.
 * - `inputEqual: null`: unknown, because a `Send` gave it an input that no server stores, or it ran on one side only.
 * - `moved`: It ran on both sides, but not in the same order among the others.
 */
export const AlignedExecution = z.strictObject({
  node: z.string(),
  path: z.array(z.string()),
  visit: z.int().positive(),
  left: ExecutionRef.nullable(),
  right: ExecutionRef.nullable(),
  mark: ExecutionMark,
  inputEqual: z.boolean().nullable(),
  outputEqual: z.boolean().nullable(),
  moved: z.boolean(),
});
export type AlignedExecution = z.infer<typeof AlignedExecution>;

/**
 * How the canvas marks a node. `other-order`: the same outputs, in another order.
 *
 * - `nodeId`: The node's id on the canvas, such as `write:draft`.
 */
export const NodeMark = z.strictObject({
  nodeId: z.string(),
  mark: z.enum(['both', 'only-left', 'only-right', 'other-output', 'other-order', 'unknown']),
  leftVisits: z.int().nonnegative(),
  rightVisits: z.int().nonnegative(),
});
export type NodeMark = z.infer<typeof NodeMark>;

/**
 * The executions of both sides, aligned by node and visit, in the order in which they ran.
 *
 * - `isCut`: More ran than was read or is listed: what ran on one side only may have run on both.
 */
export const Alignment = z.strictObject({
  rows: z.array(AlignedExecution),
  nodes: z.array(NodeMark),
  isCut: z.boolean(),
});
export type Alignment = z.infer<typeof Alignment>;

export const Comparison = z.strictObject({
  left: SideFacts,
  right: SideFacts,
  parts: z.array(ComparedPart),
  /** `null` for kinds without executions, and where a server stores no history. */
  executions: Alignment.nullable(),
});
export type Comparison = z.infer<typeof Comparison>;

/**
 * What became of something since the last good run. Texts are short, for display; `null`: none, or unknown.
 *
 * - `equal: null`: unknown.
 * - `execution`: Of `first-node`: the first execution whose output differs, or that ran on one side only.
 */
export const RunChange = z.strictObject({
  kind: z.enum([
    'input',
    'command',
    'config',
    'context',
    'assistant-version',
    'code-version',
    'graph',
    'first-node',
    'error',
  ]),
  equal: z.boolean().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  execution: AlignedExecution.nullable(),
  note: z.string().nullable(),
});
export type RunChange = z.infer<typeof RunChange>;

/**
 * What changed since the last good run of the same graph.
 *
 * - `base`: The last run before it that the server calls successful, and that nothing continued; `null`: none was found, see
 *   `searched`. Both are compared with all runs of their turns.
 * - `searched`: How far it was searched.
 * - `isComplete`: There were no more to search.
 * - `problem`: Why not, if something failed, as a sentence.
 * - `changes`: In the order of likely causes; also what is equal. Empty without a base.
 */
export const WhatChanged = z.strictObject({
  run: z.strictObject({ threadId: z.string(), runId: z.string() }),
  base: z.strictObject({ threadId: z.string(), runId: z.string() }).nullable(),
  searched: z.strictObject({
    runs: z.int().nonnegative(),
    threads: z.int().nonnegative(),
    isComplete: z.boolean(),
    problem: z.string().nullable(),
  }),
  changes: z.array(RunChange),
});
export type WhatChanged = z.infer<typeof WhatChanged>;

/** Longest text of a part that a comparison includes, in UTF-16 units. */
export const maxPartLength = 20_000;

/** Most rows of an alignment; more are cut. */
export const maxAlignedExecutions = 10_000;
