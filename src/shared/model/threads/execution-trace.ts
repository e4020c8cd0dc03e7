import { z } from 'zod';

/** A task that ran. `ms` and `tokens` are `null` where nothing tells; a step's time stands at one task per node. */
export const TraceTask = z.strictObject({
  /** The node's name within its (sub)graph. */
  name: z.string(),
  ms: z.number().nonnegative().nullable(),
  tokens: z.int().nonnegative().nullable(),
  /** Nodes that the server names as having led here (a join waits for several); empty where it names none. */
  from: z.array(z.string()),
  /** The namespace of the subgraph that it ran, where the history tells. */
  namespace: z.string().optional(),
});
export type TraceTask = z.infer<typeof TraceTask>;

/** Tasks of one graph or subgraph that ran at once: one superstep. */
export const TraceStep = z.strictObject({
  /** The subgraph's id on the canvas; empty for the graph itself. */
  container: z.string(),
  runId: z.string().nullable(),
  /** Place of the step that led to this one in the list; `null` when none did, or it is not known. */
  previousStep: z.int().nonnegative().nullable(),
  /** The start of the (sub)graph led to it. */
  isFirst: z.boolean(),
  /** It was the last one: the (sub)graph came to its end. */
  isLast: z.boolean(),
  tasks: z.array(TraceTask),
  /** Where the history tells it: the checkpoint that it ran from, and the one that it made (`null`: none). */
  checkpoints: z
    .strictObject({ namespace: z.string(), from: z.string(), made: z.string().nullable() })
    .optional(),
});
export type TraceStep = z.infer<typeof TraceStep>;

/**
 * What really ran on a thread. `reach`: `whole`; `broken` when older checkpoints are no longer there; `limit` when there
 * are more than are read.
 */
export const ExecutionTrace = z.strictObject({
  steps: z.array(TraceStep),
  /** Checkpoints of the whole graph that an edit or a fork made of others, with those: of a copy that is the original. */
  edits: z.array(z.strictObject({ checkpointId: z.string(), parentId: z.string() })),
  /** Subgraphs into which a state was written that others had made: what led to it is in the history of those. */
  copies: z.array(
    z.strictObject({
      namespace: z.string(),
      of: z.strictObject({ namespace: z.string(), checkpointId: z.string() }),
    }),
  ),
  coverage: z.enum(['whole', 'broken', 'limit']),
});
export type ExecutionTrace = z.infer<typeof ExecutionTrace>;
