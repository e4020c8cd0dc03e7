import { describe, expect, it } from 'vitest';
import type { CheckpointSummary } from '../../../../shared/model/threads/thread.ts';
import { findEditFork } from './find-edit-fork.ts';

/** Checkpoints from words, newest first: `id<parent run`, an edit without a run. */
const history = (...lines: readonly string[]): CheckpointSummary[] =>
  lines.map((word) => {
    const [, checkpointId = '', parentId = '', runId = ''] = /^(\w+)<(\w*) ?(\w*)$/.exec(word) ?? [];
    return {
      checkpointId,
      parentId: parentId || null,
      createdAt: null,
      step: null,
      source: runId === '' ? 'update' : 'loop',
      runId: runId || null,
      writers: [],
      next: [],
      changedKeys: null,
      interrupts: 0,
      failed: false,
    };
  });
const old = ['d<c r1', 'c<b r1', 'b<a r1', 'a< r1'];

describe('editedFork', () => {
  it('T-1: is the edit of the past that a run went on from', () => {
    const checkpoints = history('f<e r2', 'e<b', ...old);
    expect(findEditFork(checkpoints, ['r2', 'r1'], true)).toEqual({ checkpointId: 'e', runs: ['r2'] });
  });

  it('T-1: is found behind further edits of the same state', () => {
    const checkpoints = history('f<e2 r2', 'e2<e', 'e<b', ...old);
    expect(findEditFork(checkpoints, ['r2', 'r1'], true)).toEqual({ checkpointId: 'e2', runs: ['r2'] });
    const newest = history('f<e2 r2', 'e2<e', 'e<d', ...old);
    expect(findEditFork(newest, ['r2', 'r1'], true)).toBeNull();
  });

  it('T-1: is found behind later runs of the same branch', () => {
    const checkpoints = history('g<f r3', 'f<e r2', 'e<b', ...old);
    expect(findEditFork(checkpoints, ['r3', 'r2', 'r1'], true)).toEqual({
      checkpointId: 'e',
      runs: ['r3', 'r2'],
    });
  });

  it('T-1: is known before the run has made a checkpoint, of the newest run only', () => {
    const checkpoints = history('e<b', ...old);
    expect(findEditFork(checkpoints, ['r2', 'r1'], true)).toEqual({ checkpointId: 'e', runs: ['r2'] });
    expect(findEditFork(checkpoints, ['r1'], true)).toBeNull();
    expect(findEditFork(checkpoints, ['r0'], false)).toBeNull();
  });

  it('T-1: is not an edit of the newest state, which leaves no other branch, nor anything that is not known', () => {
    expect(findEditFork(history('f<e r2', 'e<d', ...old), ['r2', 'r1'], true)).toBeNull();
    expect(findEditFork(history('d<c r2', ...old.slice(1)), ['r2', 'r1'], true)).toBeNull();
    expect(findEditFork([], ['r2', 'r1'], true)).toBeNull();
  });
});
