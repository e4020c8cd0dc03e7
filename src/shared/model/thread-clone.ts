import { z } from 'zod';
import { Thread } from './thread.ts';

/** The branch of the newest checkpoint alone, or those that grow out of it, too. */
export const CloneBranches = z.enum(['all', 'newest']);
export type CloneBranches = z.infer<typeof CloneBranches>;

/**
 * What a clone does not have of its source. `count`: of the things that its kind names.
 *
 * - `other-branches`: Checkpoints on branches that are not cloned.
 * - `joined-writers`: Checkpoints of other branches than the newest one that several nodes wrote, or a node that said
 *   where to go.
 * - `pending-interrupts`: Interrupts that wait for an answer. They are raised again when the clone is run.
 * - `failed-tasks`: Failed tasks of the newest checkpoint. They run again when the clone is run.
 * - `finished-tasks`: Tasks of the newest checkpoint that have finished while others have not. They run again.
 * - `subgraph-checkpoints`: Tasks that ran a subgraph, whose own checkpoints are not made.
 */
export const CloneLoss = z.strictObject({
  kind: z.enum([
    'other-branches',
    'joined-writers',
    'pending-interrupts',
    'failed-tasks',
    'finished-tasks',
    'subgraph-checkpoints',
    'runs',
  ]),
  count: z.int().positive(),
});
export type CloneLoss = z.infer<typeof CloneLoss>;

/**
 * What is known before a thread is cloned.
 *
 * - `checkpoints`: Checkpoints of the branches that are cloned.
 * - `otherBranches`: Branches that can be cloned beside the newest one.
 * - `graphId`: The source's graph; `null` if its thread does not name one.
 * - `missingNodes`: Nodes that have written and that the target's graph lacks; `null` if that graph could not be read.
 */
export const CloneCheck = z.strictObject({
  checkpoints: z.int().nonnegative(),
  otherBranches: z.int().nonnegative(),
  graphId: z.string().nullable(),
  missingNodes: z.array(z.string()).nullable(),
  losses: z.array(CloneLoss),
});
export type CloneCheck = z.infer<typeof CloneCheck>;

export const maxCloneDifferences = 200;

/**
 * - `branch`: From 1, the newest branch.
 * - `checkpointId: null`: the clone has no such checkpoint.
 * - `keys`: Keys of the state whose values differ.
 * - `missingNext`: Nodes that run next in the source only, and in the clone only.
 */
export const CloneDifference = z.strictObject({
  branch: z.int().positive(),
  position: z.int().positive(),
  sourceCheckpointId: z.string(),
  checkpointId: z.string().nullable(),
  keys: z.array(z.string()),
  missingNext: z.array(z.string()),
  extraNext: z.array(z.string()),
});
export type CloneDifference = z.infer<typeof CloneDifference>;

/**
 * A finished clone, as it was read back.
 *
 * - `checkpoints`: Checkpoints of the branches that were cloned.
 * - `branches`: The newest branch, and those beside it.
 * - `same`: Checkpoints whose values and next nodes are the same in the clone.
 * - `metadataDiffers`: Members of the thread's metadata that the server did not store as sent.
 * - `overwrittenKeys`: Keys whose values were written past their reducer, because no task lists what it wrote.
 */
export const CloneResult = z.strictObject({
  threadId: z.string(),
  name: z.string().nullable(),
  checkpoints: z.int().nonnegative(),
  branches: z.int().positive(),
  same: z.int().nonnegative(),
  differences: z.array(CloneDifference).max(maxCloneDifferences),
  metadataDiffers: z.boolean(),
  overwrittenKeys: z.array(z.string()),
  losses: z.array(CloneLoss),
});
export type CloneResult = z.infer<typeof CloneResult>;

/** A copy of a thread. `clone: null`: made by the server; else its newest branch was written anew, with this result. */
export const CopiedThread = z.strictObject({ thread: Thread, clone: CloneResult.nullable() });
export type CopiedThread = z.infer<typeof CopiedThread>;

/**
 * How far a clone is; `waiting` before it starts. `done`: checkpoints; `total`: `null` while it is unknown.
 *
 * - `attempt`: From 1: a clone that differs is deleted and made again in another way, a few times.
 */
export const CloneProgress = z.strictObject({
  phase: z.enum(['waiting', 'reading', 'writing', 'verifying']),
  done: z.int().nonnegative(),
  total: z.int().nonnegative().nullable(),
  attempt: z.int().positive(),
});
export type CloneProgress = z.infer<typeof CloneProgress>;
