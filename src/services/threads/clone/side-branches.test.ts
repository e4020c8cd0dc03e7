import { describe, expect, it } from 'vitest';
import { maxSideBranches, sideBranches } from './side-branches.ts';
import type { SourceCheckpoint } from './source-history.ts';

const checkpoint = (checkpointId: string, parentId: string | null): SourceCheckpoint => ({
  checkpointId,
  parentId,
  source: 'loop',
  runId: null,
  next: [],
  valuesText: '{}',
  tasks: [],
});

/** Newest first, from "child<parent" in order of time. */
const historyOf = (...lines: readonly string[]): SourceCheckpoint[] =>
  lines
    .map((line) => line.split('<'))
    .map(([id = '', parent]) => checkpoint(id, parent ?? null))
    .toReversed();

const namesOf = (history: readonly SourceCheckpoint[]): unknown[] =>
  sideBranches(history).map(({ path, ownFrom }) => [
    path.map(({ checkpointId }) => checkpointId).join(''),
    ownFrom,
  ]);

describe('the branches beside the newest one', () => {
  it('are in order of time, each from where it leaves those before it', () => {
    expect(namesOf(historyOf('a', 'b<a', 'c<b', 'd<b', 'e<d', 'f<d', 'g<a'))).toEqual([
      ['abc', 1],
      ['abde', 2],
      ['abdf', 3],
    ]);
    expect(namesOf(historyOf('a', 'b<a'))).toEqual([]);
    expect(namesOf([])).toEqual([]);
  });

  it('have the root of the newest one, as a state update needs a checkpoint', () => {
    expect(namesOf(historyOf('a', 'b<a', 'x', 'y<x', 'c<b'))).toEqual([]);
    expect(namesOf(historyOf('a', 'y<gone', 'c<a'))).toEqual([]);
  });

  it('are the newest ones if there are many', () => {
    const many = Array.from({ length: 60 }, (_, index) => `s${index}<a`);
    const names = namesOf(historyOf('a', ...many, 'z<a'));
    expect(names).toHaveLength(maxSideBranches);
    expect(names.at(-1)).toEqual(['as59', 1]);
  });
});
