import { describe, expect, it } from 'vitest';
import type { Run, RunOrigin } from '../../../../shared/model/runs/run.ts';
import { precedingRuns } from './preceding-runs.ts';

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
