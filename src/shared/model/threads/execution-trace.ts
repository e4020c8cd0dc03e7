import { z } from 'zod';

/**
 * A task that ran. `ms` and `tokens` are `null` if unknown; a step's time is assigned to one task per node.
 */
export const TraceTask = z.strictObject({
  /** The node's name within its (sub)graph. */
  name: z.string(),
  ms: z.number().nonnegative().nullable(),
  /** When it started, in milliseconds since the first event of its run, if the events tell. */
  startMs: z.number().nonnegative().optional(),
  tokens: z.int().nonnegative().nullable(),
  /** Nodes that led here by the server's word (several for a join); empty if it names none. */
  from: z.array(z.string()),
  /** Namespace of the subgraph that it ran, if the history tells. */
  namespace: z.string().optional(),
});
export type TraceTask = z.infer<typeof TraceTask>;

/** One superstep: concurrent tasks of one graph or subgraph. */
export const TraceStep = z.strictObject({
  /** The subgraph's id on the canvas; empty for the root graph. */
  container: z.string(),
  runId: z.string().nullable(),
  /** Index of the step that led to this one; `null` if none or unknown. */
  previousStep: z.int().nonnegative().nullable(),
  /** The start of the (sub)graph led to it. */
  isFirst: z.boolean(),
  /** The (sub)graph ended with it. */
  isLast: z.boolean(),
  tasks: z.array(TraceTask),
  /** Checkpoints before and after (`null`: none), if the history tells. */
  checkpoints: z
    .strictObject({ namespace: z.string(), from: z.string(), made: z.string().nullable() })
    .optional(),
});
export type TraceStep = z.infer<typeof TraceStep>;

/**
 * What really ran on a thread. `reach`: `whole`; `broken` if older checkpoints were deleted; `limit` if there
 * are more than are read.
 */
export const ExecutionTrace = z.strictObject({
  steps: z.array(TraceStep),
  /**
   * Checkpoints of the root graph created by an edit or fork, with their parents: of a copy, the original.
   */
  edits: z.array(z.strictObject({ checkpointId: z.string(), parentId: z.string() })),
  /** Subgraphs with a state copied from others, whose history says what led to it. */
  copies: z.array(
    z.strictObject({
      namespace: z.string(),
      of: z.strictObject({ namespace: z.string(), checkpointId: z.string() }),
    }),
  ),
  coverage: z.enum(['whole', 'broken', 'limit']),
});
export type ExecutionTrace = z.infer<typeof ExecutionTrace>;
