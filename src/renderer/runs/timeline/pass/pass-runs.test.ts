import { describe, expect, it } from 'vitest';
import type { Run, RunOrigin } from '../../../../shared/model/runs/run.ts';
import type { CheckpointSummary } from '../../../../shared/model/threads/thread.ts';
import { passRuns } from './pass-runs.ts';

const kinds = { i: 'input', r: 'resume', c: 'continue', u: 'unknown' } as const;
const began = (word: string): RunOrigin => ({
  kind: kinds[word.charAt(0) as keyof typeof kinds],
  checkpointId: word.endsWith('@') ? 'cp' : null,
});
/** Runs from words, newest first; each is called by its place. */
const runsOf = (...words: readonly string[]): Run[] =>
  words.map((word, at) => ({
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
const checkpoint = (checkpointId: string, parentId: string | null, more: Partial<CheckpointSummary>) =>
  ({ checkpointId, parentId, runId: null, source: 'loop', ...more }) as CheckpointSummary;

const idsOf = (runs: readonly Run[], runId: string, how: RunOrigin | null = null) =>
  passRuns(runs, runId, how, []).runIds;

describe('passRuns', () => {
  it.each<[string, readonly string[], string, readonly string[]]>([
    ['one run with an input', ['i', 'i'], '0', ['0']],
    ['an input and its answers', ['r', 'c', 'i', 'r', 'i'], '0', ['2', '1', '0']],
    ['what came after the run, too', ['i', 'r', 'c', 'i'], '3', ['3', '2', '1']],
    ['both ways from a run in between', ['r', 'r', 'c', 'i'], '2', ['3', '2', '1', '0']],
    ['a fork as its start', ['r', 'c@', 'i'], '0', ['1', '0']],
    ['no fork as a part of what came before', ['c@', 'i'], '1', ['1']],
    ['no run that tells nothing', ['u', 'i'], '1', ['1']],
  ])('has %s', (_, words, runId, expected) => {
    expect(idsOf(runsOf(...words), runId)).toEqual(expected);
  });

  it('knows of a run that is not listed yet how it was started here', () => {
    expect(idsOf(runsOf('c', 'i'), 'new', began('r'))).toEqual(['1', '0', 'new']);
    expect(idsOf(runsOf('c', 'i'), 'new')).toEqual(['new']);
  });

  it('says that the start of a pass is missing, where it is not listed or too long ago', () => {
    expect(passRuns(runsOf('r', 'i'), '0', null, []).isCut).toBe(false);
    expect(passRuns(runsOf('r', 'c'), '0', null, []).isCut).toBe(true);
    const { runIds, isCut } = passRuns(runsOf(...Array<string>(150).fill('c'), 'i'), '149', null, []);
    expect([runIds.length, isCut]).toEqual([100, true]);
    expect(runIds).toContain('149');
  });

  it('begins anew where an older state was edited and continued', () => {
    const runs = runsOf('r', 'c', 'r', 'i');
    const checkpoints = [
      checkpoint('6', '5', { runId: '0' }),
      checkpoint('5', 'edit', { runId: '1' }),
      checkpoint('edit', '1', { source: 'update' }),
      checkpoint('2', '1', { runId: '2' }),
      checkpoint('1', null, { runId: '3' }),
    ];
    expect(passRuns(runs, '0', null, checkpoints)).toEqual({ runIds: ['1', '0'], isCut: false });
    expect(passRuns(runs, '3', null, checkpoints).runIds).toEqual(['3', '2']);
  });
});
