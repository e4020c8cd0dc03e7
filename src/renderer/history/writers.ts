import type { CheckpointSummary } from '../../shared/model/threads/thread.ts';

/** Fills in who wrote a checkpoint where the server's page ended before its parent: what the parent was about to run. */
export function inferWriters(checkpoints: readonly CheckpointSummary[]): readonly CheckpointSummary[] {
  const byId = new Map(checkpoints.map((one) => [one.checkpointId, one]));
  return checkpoints.map((one) => {
    if (one.source !== 'loop' || one.writers.length > 0 || one.parentId === null) return one;
    const parent = byId.get(one.parentId);
    if (parent?.source === 'input') return { ...one, start: true };
    const next = parent?.next.filter((name) => name !== '__start__') ?? [];
    return next.length === 0 ? one : { ...one, writers: [...new Set(next)] };
  });
}
