import { describe, expect, it } from 'vitest';
import type { Run, RunOrigin } from '../../../shared/model/runs/run.ts';
import { precedingRuns, forkCheckpointOf, hasOlderRuns } from './preceding-runs.ts';

const began = (word: string): RunOrigin => ({
  kind: word.startsWith('i')
    ? 'input'
    : word.startsWith('r')
      ? 'resume'
      : word.startsWith('c')
        ? 'continue'
        : 'unknown',
  checkpointId: word.endsWith('@') ? 'cp' : null,
});
/** Runs from words, newest first; each is called by its place. */
const runsOf = (...lines: readonly string[]): Run[] =>
  lines.map((word, at) => ({
    runId: String(at),
    threadId: 't',
    assistantId: 'a',
    status: 'success',
    createdAt: null,
    durationMs: null,
    hasLog: true,
    joinedLate: false,
    origin: began(word),
  }));

describe('earlierRuns', () => {
  it.each<[string, readonly string[], string, readonly string[]]>([
    ['back to the input', ['r', 'c', 'i', 'r', 'i'], '0', ['1', '2']],
    ['from a run in between', ['r', 'r', 'c', 'i'], '1', ['2', '3']],
    ['not from an input', ['i', 'r', 'i'], '0', []],
    ['not from a fork', ['c@', 'r', 'i'], '0', []],
    ['back to a fork', ['r', 'c@', 'i'], '0', ['1']],
    ['not from a run that tells nothing', ['u', 'i'], '0', []],
    ['back to a run that tells nothing', ['r', 'u', 'i'], '0', ['1']],
    ['as far as there are runs', ['r', 'r'], '0', ['1']],
  ])('goes %s', (_, lines, runId, expected) => {
    expect(precedingRuns(runsOf(...lines), runId, null)).toEqual(expected);
  });

  it('knows of a run that is not in the list yet how it was started here', () => {
    expect(precedingRuns(runsOf('c', 'i'), 'new', began('r'))).toEqual(['0', '1']);
    expect(precedingRuns(runsOf('c', 'i'), 'new', began('i'))).toEqual([]);
    expect(precedingRuns(runsOf('c', 'i'), 'new', null)).toEqual([]);
  });
});

describe('forkedAt', () => {
  it.each<[string, readonly string[], string | null]>([
    ['the checkpoint of the run itself', ['r@', 'r', 'i'], 'cp'],
    ['that of the oldest run that it goes on from', ['r', 'c@', 'i'], 'cp'],
    ['none without a fork', ['r', 'c', 'i'], null],
    ['none for an input, which begins anew', ['r', 'i@'], null],
    ['none where the server does not tell', ['r', 'u'], null],
  ])('T-1: finds %s', (_, lines, expected) => {
    const runs = runsOf(...lines);
    expect(forkCheckpointOf(runs, '0', null, precedingRuns(runs, '0', null))).toBe(expected);
  });

  it('T-1: knows of a run that is not in the list yet how it was started here', () => {
    expect(forkCheckpointOf(runsOf('i'), 'new', began('r@'), [])).toBe('cp');
    expect(forkCheckpointOf(runsOf('c@', 'i'), 'new', began('r'), ['0'])).toBe('cp');
  });
});

describe('hasOlderRuns', () => {
  it.each<[string, readonly string[], boolean]>([
    ['more runs than are read', [...Array.from({ length: 30 }, () => 'c'), 'i'], true],
    ['runs that are not listed', ['r', 'c'], true],
    ['all runs of the pass', ['r', 'c', 'i'], false],
    ['a pass that starts at a fork', ['r', 'c@', 'i'], false],
    ['a run that tells nothing', ['r', 'u', 'i'], false],
  ])('tells %s', (_, lines, expected) => {
    const runs = runsOf(...lines);
    expect(hasOlderRuns(runs, '0', null, precedingRuns(runs, '0', null))).toBe(expected);
  });
});
