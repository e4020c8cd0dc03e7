import type { CheckpointSummary } from '../../shared/model/thread.ts';

/** A checkpoint that a run wrote and of which nothing else is known. */
export function buildCheckpoint(members: Partial<CheckpointSummary> = {}): CheckpointSummary {
  return {
    checkpointId: 'c',
    parentId: null,
    createdAt: null,
    step: null,
    source: 'loop',
    runId: null,
    writers: [],
    next: [],
    changedKeys: null,
    interrupts: 0,
    failed: false,
    ...members,
  };
}
