import { describe, expect, it } from 'vitest';
import type { RunEnding, ThreadRecord } from '../model/thread-record.ts';
import {
  recordedCheckpoint,
  recordedExecution,
  recordedRun,
  recordedSpan,
  threadRecord,
} from '../../testing/thread-records.ts';
import { answerOf, openOutcomes, turnFacts, turnsOf, turnStart } from './story.ts';

const at = (ms: number): string => new Date(ms).toISOString();

/** The record's checkpoints of the root graph as the thread's list has them: newest first. */
const listOf = ({ checkpoints }: ThreadRecord) =>
  checkpoints
    .filter(({ namespace }) => namespace === '')
    .toReversed()
    .map((one) => ({ ...one, createdAt: one.createdAt === null ? null : at(one.createdAt) }));

const turns = (record: ThreadRecord, loaded = Infinity) => {
  const list = listOf(record).slice(0, loaded);
  return turnsOf(record, list, list.length === listOf(record).length);
};

/** `number: checkpoints | runs`. */
const lines = (record: ThreadRecord, loaded?: number) =>
  turns(record, loaded).map(
    ({ number, checkpoints, runs }) =>
      `${number ?? '?'}: ${checkpoints.map(({ checkpointId }) => checkpointId).join(' ')} | ${runs.map(({ runId }) => runId).join(' ')}`,
  );

const input = (checkpointId: string, parentId: string | null, runId: string, createdAt: number) =>
  recordedCheckpoint(checkpointId, parentId, { source: 'input', runId, createdAt });
const step = (checkpointId: string, parentId: string, runId: string, createdAt: number) =>
  recordedCheckpoint(checkpointId, parentId, { runId, createdAt });

/** Two turns; between them a question was answered by `r2`. */
const twoTurns = threadRecord({
  checkpoints: [
    input('i1', null, 'r1', 1000),
    step('a', 'i1', 'r1', 1100),
    step('b', 'a', 'r2', 5000),
    input('i2', 'b', 'r3', 9000),
    step('c', 'i2', 'r3', 9200),
  ],
  executions: [
    recordedExecution('plan', 'i1', 'a', { tokens: 10, spans: [recordedSpan('r1', 1000, 1100)] }),
    recordedExecution('review', 'a', 'b', {
      spans: [recordedSpan('r1', 1100, 1200), recordedSpan('r2', 4900, 5000)],
    }),
    recordedExecution('plan', 'i2', 'c', { tokens: 5, spans: [recordedSpan('r3', 9000, 9200)] }),
  ],
  runs: [
    recordedRun('r1', { createdAt: 990, endedAt: 1200 }),
    recordedRun('r2', { createdAt: 4200, origin: { kind: 'resume', checkpointId: null } }),
    recordedRun('r3', { createdAt: 8990 }),
  ],
});

describe('the turns of a thread', () => {
  it('begin with an input, newest first, each with all runs that worked on it', () => {
    expect(lines(twoTurns)).toEqual(['2: i2 c | r3', '1: i1 a b | r1 r2']);
    expect(turnStart(turns(twoTurns)[0] ?? { checkpoints: [], runs: [] })).toBe(9000);
  });

  it.each([5000, null])('are newest first also where all checkpoints are of one time: %s', (createdAt) => {
    const checkpoints = twoTurns.checkpoints.map((checkpoint) => ({ ...checkpoint, createdAt }));
    const alone = turnsOf(null, listOf({ ...twoTurns, checkpoints }), true);
    expect(alone.map(({ number }) => number)).toEqual([2, 1]);
  });

  it('hold what follows from their input, also if a clock says that it was made before', () => {
    const [i1, a, b, i2, c] = twoTurns.checkpoints;
    const skewed = { ...twoTurns, checkpoints: [i1, b, a, c, i2].flatMap((one) => one ?? []) };
    expect(lines(skewed)).toEqual(lines(twoTurns));
    expect(turns(skewed).map(({ isCut, forkOf }) => ({ isCut, forkOf }))).toEqual([
      { isCut: false, forkOf: null },
      { isCut: false, forkOf: null },
    ]);
  });

  it('hold forks and edits, and name the checkpoint that another turn started at', () => {
    const record = threadRecord({
      checkpoints: [
        ...twoTurns.checkpoints,
        recordedCheckpoint('e', 'i1', { source: 'update', runId: 'r1', createdAt: 9300 }),
        step('f', 'e', 'r4', 9400),
        input('i3', 'a', 'r5', 9500),
      ],
      runs: [
        ...twoTurns.runs,
        recordedRun('r4', { origin: { kind: 'continue', checkpointId: 'e' } }),
        recordedRun('r5'),
      ],
    });
    expect(lines(record)).toEqual(['3: i3 | r5', '2: i2 c | r3', '1: i1 a b e f | r1 r2 r4']);
    expect(turns(record).map(({ forkOf }) => forkOf?.checkpointId ?? null)).toEqual(['a', null, null]);
  });

  it('of two runs at once are two turns, although their checkpoints alternate', () => {
    const record = threadRecord({
      checkpoints: [
        input('i1', null, 'r1', 1),
        input('i2', null, 'r2', 2),
        step('a', 'i1', 'r1', 3),
        step('b', 'i2', 'r2', 4),
      ],
      runs: [recordedRun('r1', { createdAt: 1 }), recordedRun('r2', { createdAt: 2 })],
    });
    expect(lines(record)).toEqual(['2: i2 b | r2', '1: i1 a | r1']);
  });

  it('have one for a run that left no checkpoint, and one for a run that has none yet', () => {
    const ending: RunEnding = {
      kind: 'failed',
      executionId: null,
      error: 'bad input',
      isRecursionLimit: false,
    };
    const record = threadRecord({
      checkpoints: twoTurns.checkpoints,
      runs: [
        ...twoTurns.runs,
        recordedRun('failed', { createdAt: 9500, ending }),
        recordedRun('queued', { createdAt: 9600, status: 'queued', ending: null }),
      ],
    });
    expect(lines(record).slice(0, 2)).toEqual(['4:  | queued', '3:  | failed']);
    expect(turns(record)[1]?.traceless.map(({ runId }) => runId)).toEqual(['failed']);
  });

  it('take a run that continued and left nothing as part of the turn before it', () => {
    const cancelled = recordedRun('again', {
      createdAt: 9700,
      origin: { kind: 'continue', checkpointId: null },
      ending: { kind: 'cancelled', isKept: null },
    });
    const record = threadRecord({ ...twoTurns, runs: [...twoTurns.runs, cancelled] });
    const [newest] = turns(record);
    expect(newest?.runs.map(({ runId }) => runId)).toEqual(['r3', 'again']);
    expect(newest?.traceless.map(({ runId }) => runId)).toEqual(['again']);
  });

  it('have no number while older inputs are unknown, and are cut where older checkpoints are missing', () => {
    const gapped = { ...twoTurns, gaps: [{ kind: 'limit' as const }] };
    expect(lines(gapped, 3)).toEqual(['?: i2 c | r3', '?: b | r2']);
    // The record has them all.
    expect(lines(twoTurns, 3)).toEqual(['2: i2 c | r3', '1: b | r2']);
    expect(turns(twoTurns, 3).map(({ isCut, hasInput }) => [isCut, hasInput])).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  it('are known without a record, but for their runs', () => {
    const alone = turnsOf(null, listOf(twoTurns), true);
    expect(alone.map(({ number, runs }) => [number, runs.length])).toEqual([
      [2, 0],
      [1, 0],
    ]);
  });

  it('sum up how long they worked without the waits, and their tokens', () => {
    const [second, first] = turns(twoTurns);
    expect(first && turnFacts(twoTurns, first)).toMatchObject({
      time: { ms: 300, bound: 'exact' },
      tokens: { tokens: 10, isLowerBound: false },
    });
    expect(second && turnFacts(twoTurns, second)).toMatchObject({
      time: { ms: 200 },
      tokens: { tokens: 5, isLowerBound: false },
    });
  });

  it('say that their tokens are a lower bound if a node reports some only for a part of the times that it ran', () => {
    const looped = threadRecord({
      checkpoints: [
        recordedCheckpoint('i', null, { source: 'input' }),
        recordedCheckpoint('a', 'i'),
        recordedCheckpoint('b', 'a'),
      ],
      executions: [
        recordedExecution('plan', 'i', 'a', { tokens: 5 }),
        recordedExecution('plan', 'a', 'b', { tokens: null }),
      ],
    });
    const [turn] = turns(looped);
    expect(turn && turnFacts(looped, turn).tokens).toEqual({ tokens: 5, isLowerBound: true });
  });

  it('have no time while they run, and none that nothing reports', () => {
    const running = {
      ...twoTurns,
      runs: [...twoTurns.runs.slice(0, 2), recordedRun('r3', { status: 'running', ending: null })],
    };
    const [newest] = turns(running);
    expect(newest && turnFacts(running, newest).time).toBeNull();
    const unknown = threadRecord({
      checkpoints: twoTurns.checkpoints.slice(0, 2),
      executions: [recordedExecution('plan', 'i1', 'a')],
    });
    const [turn] = turns(unknown);
    expect(turn && turnFacts(unknown, turn)).toEqual({ time: null, tokens: null });
  });
});

describe('what has made no checkpoint', () => {
  it('stands at the checkpoint that it read, also when the thread went on without it', () => {
    const record = threadRecord({
      checkpoints: [
        input('i', null, 'r1', 1),
        step('a', 'i', 'r1', 2),
        recordedCheckpoint('e', 'a', { source: 'update' }),
      ],
      executions: [
        recordedExecution('ask', 'a', null, { status: 'interrupted' }),
        recordedExecution('publish', 'e', null),
      ],
      questions: [{ executionId: 'ask a ', index: 0, interruptId: 'q', status: 'abandoned' }],
    });
    expect([...openOutcomes(record)].map(([id, { status }]) => [id, status])).toEqual([['a', 'unanswered']]);
  });

  it('has its consequences under its cause', () => {
    const aborted = Array.from({ length: 40 }, (_, index) =>
      recordedExecution(`w${index}`, 'i', null, { status: 'aborted', abortedBy: 'bad i ' }),
    );
    const record = threadRecord({
      checkpoints: [input('i', null, 'r1', 1)],
      executions: [recordedExecution('bad', 'i', null, { status: 'failed', error: 'broken' }), ...aborted],
    });
    const outcome = openOutcomes(record).get('i');
    expect(outcome?.executions.map(({ name }) => name)).toEqual(['bad']);
    expect(outcome?.aborted).toHaveLength(40);
  });

  it('includes a run that stopped at a breakpoint, or failed without a node', () => {
    const checkpoints = [input('i', null, 'r1', 1), step('a', 'i', 'r1', 2)];
    const withEnding = (ending: RunEnding) =>
      [...openOutcomes(threadRecord({ checkpoints, runs: [recordedRun('r1', { ending })] })).values()].map(
        ({ status }) => status,
      );
    expect(withEnding({ kind: 'paused', place: 'before', nodes: ['b'] })).toEqual(['paused']);
    expect(withEnding({ kind: 'failed', executionId: null, error: null, isRecursionLimit: true })).toEqual([
      'failed',
    ]);
    expect(withEnding({ kind: 'finished' })).toEqual([]);
  });

  it('leaves out what was answered', () => {
    expect(openOutcomes(twoTurns)).toEqual(new Map());
  });
});

describe('an answer', () => {
  const [, review] = twoTurns.executions;

  it('says how long it took until the run that gave it started', () => {
    expect(review && answerOf(twoTurns, review)).toEqual({
      runId: 'r2',
      waited: { ms: 3000, bound: 'exact' },
    });
  });

  it('says no time that nothing reports, and is none of a run that only went on', () => {
    const unknown = recordedExecution('review', 'a', 'b', {
      spans: [recordedSpan('r1'), recordedSpan('r2')],
    });
    expect(answerOf(twoTurns, unknown)).toEqual({ runId: 'r2', waited: null });
    const continued = recordedExecution('review', 'a', 'b', {
      spans: [recordedSpan('r1', 1, 2), recordedSpan('r3', 8, 9)],
    });
    expect(answerOf(twoTurns, continued)).toBeNull();
  });
});
