import { describe, expect, it } from 'vitest';
import { turnBranch } from './turn-branch.ts';

/** Checkpoints, oldest first, from words, newest first: `id<parent run`, an edit without a run. */
const history = (...lines: readonly string[]) =>
  lines.toReversed().map((line) => {
    const [, checkpointId = '', parentId = '', runId = ''] = /^(\w+)<(\w*) ?(\w*)$/.exec(line) ?? [];
    const source = runId === '' ? ('update' as const) : ('loop' as const);
    return { checkpointId, parentId: parentId || null, source, runId: runId || null };
  });
const branch = (asked: string, ...lines: readonly string[]) =>
  turnBranch(history(...lines), ['r1', 'r2', 'r3'], asked);
const whole = {
  runIds: ['r1', 'r2', 'r3'],
  isForkedBefore: false,
  isForkedAfter: false,
  isEdited: false,
  isUnknown: false,
};

describe('turnBranch', () => {
  it('has all runs that went on from each other', () => {
    expect(branch('r2', 'd<c r3', 'c<b r2', 'b<a r1', 'a< r1')).toEqual(whole);
  });

  it('keeps those that went on from an edit of the newest state, and says so', () => {
    const rows = ['d<c r3', 'c<y r2', 'y<x', 'x<b', 'b<a r1', 'a< r1'];
    expect(branch('r1', ...rows)).toEqual({ ...whole, isEdited: true });
  });

  it('leaves out what ran on the other side of an edit of an older state', () => {
    const rows = ['d<c r3', 'c<y r2', 'y<x', 'x<a', 'b<a r1', 'a< r1'];
    expect(branch('r1', ...rows)).toEqual({ ...whole, runIds: ['r1'], isForkedAfter: true });
    expect(branch('r3', ...rows)).toEqual({ ...whole, runIds: ['r2', 'r3'], isForkedBefore: true });
  });

  it('does not know of checkpoints that are gone', () => {
    expect(branch('r1', 'd<c r3', 'b<a r1', 'a< r1')).toEqual({ ...whole, isUnknown: true });
    expect(branch('r1', 'd<c r3', 'c<x r2', 'x<gone', 'b<a r1')).toEqual({ ...whole, isUnknown: true });
  });
});
