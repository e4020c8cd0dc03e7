import { z } from 'zod';
import { Thread } from './thread.ts';

/** The branch of the newest checkpoint alone, or those that grow out of it, too. */
export const CloneBranches = z.enum(['all', 'newest']);
export type CloneBranches = z.infer<typeof CloneBranches>;

/** What a clone does not have of its source. `count`: of the things that its kind names. */
export const CloneLoss = z.strictObject({
  kind: z.enum([
    /** Checkpoints on branches that are not cloned. */
    'other-branches',
    /** Checkpoints of other branches than the newest one that several nodes wrote, or a node that said where to go. */
    'joined-writers',
    /** Interrupts that wait for an answer. They are raised again when the clone is run. */
    'pending-interrupts',
    /** Failed tasks of the newest checkpoint. They run again when the clone is run. */
    'failed-tasks',
    /** Tasks of the newest checkpoint that have finished while others have not. They run again. */
    'finished-tasks',
    /** Tasks that ran a subgraph, whose own checkpoints are not made. */
    'subgraph-checkpoints',
    /** Runs, with their events. */
    'runs',
  ]),
  count: z.int().positive(),
});
export type CloneLoss = z.infer<typeof CloneLoss>;

/** What is known before a thread is cloned. */
export const CloneCheck = z.strictObject({
  /** Checkpoints of the branches that are cloned. */
  checkpoints: z.int().nonnegative(),
  /** Branches that can be cloned beside the newest one. */
  otherBranches: z.int().nonnegative(),
  /** The source's graph; `null` if its thread does not name one. */
  graphId: z.string().nullable(),
  /** Nodes that have written and that the target's graph lacks; `null` if that graph could not be read. */
  missingNodes: z.array(z.string()).nullable(),
  losses: z.array(CloneLoss),
});
export type CloneCheck = z.infer<typeof CloneCheck>;

/** Differences that a result lists. */
export const maxCloneDifferences = 200;

export const CloneDifference = z.strictObject({
  /** From 1, the newest branch. */
  branch: z.int().positive(),
  /** Position in the branch, from 1. */
  position: z.int().positive(),
  sourceCheckpointId: z.string(),
  /** `null`: the clone has no such checkpoint. */
  checkpointId: z.string().nullable(),
  /** Keys of the state whose values differ. */
  keys: z.array(z.string()),
  /** Nodes that run next in the source only, and in the clone only. */
  missingNext: z.array(z.string()),
  extraNext: z.array(z.string()),
});
export type CloneDifference = z.infer<typeof CloneDifference>;

/** A finished clone, as it was read back. */
export const CloneResult = z.strictObject({
  threadId: z.string(),
  name: z.string().nullable(),
  /** Checkpoints of the branches that were cloned. */
  checkpoints: z.int().nonnegative(),
  /** The newest branch, and those beside it. */
  branches: z.int().positive(),
  /** Checkpoints whose values and next nodes are the same in the clone. */
  same: z.int().nonnegative(),
  differences: z.array(CloneDifference).max(maxCloneDifferences),
  /** Members of the thread's metadata that the server did not store as sent. */
  metadataDiffers: z.boolean(),
  /** Keys whose values were written past their reducer, because no task tells what it wrote. */
  overwrittenKeys: z.array(z.string()),
  losses: z.array(CloneLoss),
});
export type CloneResult = z.infer<typeof CloneResult>;

/** A copy of a thread. `clone: null`: made by the server; else its newest branch was written anew, with this result. */
export const CopiedThread = z.strictObject({ thread: Thread, clone: CloneResult.nullable() });
export type CopiedThread = z.infer<typeof CopiedThread>;

/** How far a clone is; `waiting` before it starts. `done`: checkpoints; `total`: `null` while it is unknown. */
export const CloneProgress = z.strictObject({
  phase: z.enum(['waiting', 'reading', 'writing', 'verifying']),
  done: z.int().nonnegative(),
  total: z.int().nonnegative().nullable(),
  /** From 1: a clone that differs is deleted and made again in another way, a few times. */
  attempt: z.int().positive(),
});
export type CloneProgress = z.infer<typeof CloneProgress>;
