import { describe, expect, it } from 'vitest';
import type { RunStatus } from '../../shared/model/runs/run.ts';
import type { ThreadStatus } from '../../shared/model/threads/thread.ts';
import type { HeadReport, RunsReport, RunStateReport, StreamReport, ThreadReport } from './evidence.ts';
import {
  initialRunState,
  isBusyWithoutRun,
  reduceRunState,
  type RunPhase,
  type RunState,
} from './run-state.ts';
import { statusOfPhase, threadStatusOfPhase } from './run-state-labels.ts';

const starting = (at: number): RunStateReport => ({ by: 'window', kind: 'starting', continues: false, at });
const started = (runId: string, at: number): RunStateReport => ({ by: 'window', kind: 'started', runId, at });
const refused = (at: number): RunStateReport => ({ by: 'window', kind: 'refused', at });
const stream = (runId: string, at: number, facts: Partial<StreamReport> = {}): StreamReport => ({
  by: 'stream',
  runId,
  link: 'live',
  outcome: null,
  hasEvents: false,
  hasInterrupt: false,
  at,
  ...facts,
});
const events = (runId: string, at: number): RunStateReport => stream(runId, at, { hasEvents: true });
const ended = (
  runId: string,
  at: number,
  outcome: StreamReport['outcome'],
  hasInterrupt = false,
): RunStateReport => stream(runId, at, { link: 'ended', hasEvents: true, outcome, hasInterrupt });
const runs = (askedAt: number, ...listed: readonly (readonly [string, RunStatus])[]): RunsReport => ({
  by: 'run',
  runs: listed.map(([runId, status]) => ({ runId, status })),
  askedAt,
  at: askedAt + 50,
});
const thread = (askedAt: number, status: ThreadStatus): ThreadReport => ({
  by: 'thread',
  status,
  askedAt,
  at: askedAt + 50,
});
const head = (askedAt: number, facts: Partial<HeadReport> = {}): HeadReport => ({
  by: 'checkpoint',
  checkpointId: 'c',
  source: 'loop',
  next: 0,
  interrupts: 0,
  askedAt,
  at: askedAt + 50,
  ...facts,
});
const connection = (at: number, reachable: boolean): RunStateReport => ({ by: 'connection', reachable, at });

const after = (reports: readonly RunStateReport[], from: RunState = initialRunState): RunState =>
  reports.reduce(reduceRunState, from);

/** The phases after each report, without consecutive duplicates. */
function phases(reports: readonly RunStateReport[]): RunPhase[] {
  let state = initialRunState;
  const seen = reports.map((one) => {
    state = reduceRunState(state, one);
    return state.phase;
  });
  return seen.filter((phase, at) => phase !== seen[at - 1]);
}

describe('T-2: the run-state machine', () => {
  it.each<readonly [string, readonly RunStateReport[], readonly RunPhase[]]>([
    [
      'a run that succeeds',
      [starting(10), started('r', 20), stream('r', 30), events('r', 40), ended('r', 90, 'finished')],
      ['starting', 'queued', 'running', 'succeeded'],
    ],
    [
      'a run of under 1 ms whose record comes before its stream',
      [
        starting(10),
        started('r', 20),
        stream('r', 21, { link: 'connecting' }),
        runs(22, ['r', 'success']),
        thread(22, 'idle'),
        head(22),
        ended('r', 90, 'finished'),
      ],
      ['starting', 'queued', 'succeeded'],
    ],
    [
      'a run of under 1 ms that stops to ask, of which the record says success',
      [
        starting(10),
        started('r', 20),
        runs(22, ['r', 'success']),
        thread(22, 'interrupted'),
        head(23, { next: 1, interrupts: 1 }),
        stream('r', 80),
        ended('r', 90, 'interrupted', true),
      ],
      ['starting', 'queued', 'interrupted'],
    ],
    [
      'a run that fails',
      [starting(1), started('r', 2), events('r', 3), ended('r', 4, 'failed'), runs(5, ['r', 'error'])],
      ['starting', 'queued', 'running', 'failed'],
    ],
    [
      'a run that is stopped, while its thread still has something to run',
      [
        started('r', 2),
        events('r', 3),
        ended('r', 4, 'cancelled'),
        runs(5, ['r', 'interrupted']),
        head(5, { next: 1 }),
        thread(5, 'idle'),
      ],
      ['queued', 'running', 'cancelled'],
    ],
    [
      'a run that stops at a breakpoint',
      [started('r', 2), events('r', 3), ended('r', 4, 'interrupted'), head(5, { next: 1 })],
      ['queued', 'running', 'paused'],
    ],
    [
      'a run whose events do not tell what it asked',
      [started('r', 2), events('r', 3), ended('r', 4, 'interrupted'), head(5, { next: 1, interrupts: 2 })],
      ['queued', 'running', 'paused', 'interrupted'],
    ],
    [
      'a start that is refused, on a thread that waits',
      [head(1, { next: 1, interrupts: 1 }), thread(1, 'interrupted'), starting(5), refused(6)],
      ['interrupted', 'starting', 'interrupted'],
    ],
    [
      'a resume, over answers that were asked for before it',
      [
        runs(1, ['a', 'success']),
        head(1, { next: 1, interrupts: 1 }),
        thread(1, 'interrupted'),
        starting(10),
        started('b', 20),
        // Requested before the start, answered after it.
        { ...thread(9, 'interrupted'), at: 30 },
        { ...runs(9, ['a', 'success']), at: 30 },
        { ...head(9, { next: 1, interrupts: 1 }), at: 30 },
        events('b', 40),
        runs(41, ['b', 'running'], ['a', 'success']),
        ended('b', 50, 'finished'),
        { ...runs(45, ['b', 'running'], ['a', 'success']), at: 60 },
        { ...thread(45, 'busy'), at: 60 },
        { ...head(45, { next: 1, interrupts: 1 }), at: 60 },
        runs(51, ['b', 'success'], ['a', 'success']),
        thread(51, 'idle'),
        head(51),
      ],
      ['unknown', 'interrupted', 'starting', 'queued', 'running', 'succeeded'],
    ],
    [
      'a connection that is cut, and found again',
      [
        started('r', 2),
        events('r', 3),
        stream('r', 10, { link: 'reconnecting', hasEvents: true }),
        connection(20, false),
        connection(30, true),
        events('r', 31),
      ],
      ['queued', 'running', 'reconnecting', 'running'],
    ],
    [
      'a server that freezes while a run is read, and comes back',
      [started('r', 2), events('r', 3), connection(20, false), events('r', 30)],
      ['queued', 'running', 'reconnecting', 'running'],
    ],
    [
      'a run that ended while its stream was cut',
      [
        started('r', 2),
        events('r', 3),
        stream('r', 10, { link: 'reconnecting', hasEvents: true }),
        runs(20, ['r', 'success']),
        thread(20, 'idle'),
      ],
      ['queued', 'running', 'reconnecting', 'succeeded'],
    ],
    [
      'a run that its server lost',
      [started('r', 2), events('r', 3), ended('r', 10, 'lost'), runs(20)],
      ['queued', 'running', 'unknown', 'none'],
    ],
    [
      'a run that somebody else began',
      [
        runs(1),
        thread(1, 'idle'),
        thread(10, 'busy'),
        runs(11, ['x', 'running']),
        events('x', 12),
        ended('x', 20, 'finished'),
      ],
      ['none', 'running', 'succeeded'],
    ],
    [
      'a thread that was edited after its run',
      [
        started('r', 2),
        ended('r', 10, 'finished'),
        head(11),
        head(20, { source: 'update', next: 1 }),
        head(30, { source: 'update' }),
      ],
      ['queued', 'succeeded', 'paused', 'none'],
    ],
    [
      'a thread that its server calls busy for a moment after its run',
      [
        started('r', 2),
        ended('r', 1000, 'finished'),
        runs(1001, ['r', 'success']),
        thread(1002, 'busy'),
        thread(2002, 'idle'),
      ],
      ['queued', 'succeeded'],
    ],
    [
      'a thread that its server goes on calling busy without a run',
      [
        started('r', 2),
        ended('r', 1000, 'cancelled'),
        runs(1001, ['r', 'interrupted']),
        thread(1002, 'busy'),
        thread(4002, 'busy'),
      ],
      ['queued', 'cancelled', 'running'],
    ],
  ])('follows %s', (_what, reports, expected) => {
    expect(phases(reports)).toEqual(expected);
  });

  it.each<readonly [ThreadStatus, Partial<HeadReport>, RunPhase]>([
    ['idle', {}, 'none'],
    ['interrupted', { next: 1, interrupts: 1 }, 'interrupted'],
    ['interrupted', { next: 1 }, 'paused'],
    ['idle', { source: 'input', next: 1 }, 'none'],
    ['error', {}, 'failed'],
    ['unknown', {}, 'unknown'],
  ])('says of a thread without runs that is %s with %o: %s', (status, facts, phase) => {
    expect(after([runs(1), thread(1, status), head(1, facts)]).phase).toBe(phase);
  });

  it.each<readonly [RunStatus, RunPhase]>([
    ['pending', 'queued'],
    ['running', 'running'],
    ['success', 'succeeded'],
    ['error', 'failed'],
    ['interrupted', 'cancelled'],
    ['timeout', 'timed-out'],
    ['unknown', 'unknown'],
  ])('takes the word of the list for a run that nobody reads: %s', (status, phase) => {
    expect(after([runs(1, ['r', status]), thread(1, 'idle'), head(1)]).phase).toBe(phase);
  });

  it('is about the run that works, else the one that is due next, else the newest', () => {
    const [a, b, c] = ['a', 'b', 'c'];
    expect(after([runs(1, [c, 'pending'], [b, 'running'], [a, 'success'])]).runId).toBe(b);
    expect(after([runs(1, [c, 'pending'], [b, 'pending'], [a, 'success'])]).runId).toBe(b);
    expect(after([runs(1, [c, 'error'], [b, 'success'])]).runId).toBe(c);
  });

  it('is about the run that was started here, also where the server lists an older one before it', () => {
    const older = [runs(1, ['later', 'interrupted']), started('r', 2), ended('r', 9, 'finished')];
    const listed = runs(10, ['later', 'interrupted'], ['r', 'success']);
    expect(after([...older, listed])).toMatchObject({ runId: 'r', phase: 'succeeded' });
    expect(
      after([...older, runs(10, ['x', 'error'], ['later', 'interrupted'], ['r', 'success'])]).runId,
    ).toBe('x');
  });

  it('does not take a run that is read once more for one that goes on', () => {
    const known = [runs(1, ['r', 'success']), thread(1, 'idle'), head(1)];
    expect(after([...known, stream('r', 5, { link: 'connecting' }), events('r', 6)]).phase).toBe('succeeded');
  });

  it('forgets what a stream said of a run that goes on, once nobody reads it', () => {
    const reports = [started('r', 1), events('r', 2), stream('r', 3, { link: 'left' })];
    expect(after([...reports, runs(4, ['r', 'error'])]).phase).toBe('failed');
  });

  it('keeps since when and by whose word, also when somebody else confirms it', () => {
    const state = after([started('r', 1), events('r', 2), runs(3, ['r', 'running']), events('r', 1000)]);
    expect(state).toMatchObject({ phase: 'running', since: 2, by: 'stream' });
  });

  it('knows whether the newest checkpoint was read after the run', () => {
    const reports = [started('r', 1), events('r', 2), head(3, { next: 1 })];
    expect(after(reports).headIsCurrent).toBe(false);
    expect(after([...reports, ended('r', 10, 'finished')]).headIsCurrent).toBe(false);
    expect(after([...reports, ended('r', 10, 'finished'), head(9)]).headIsCurrent).toBe(false);
    expect(after([...reports, ended('r', 10, 'finished'), head(10)]).headIsCurrent).toBe(true);
  });

  it('comes to the same, in whatever order answers that were asked for one after the other come', () => {
    const answers = [
      runs(51, ['b', 'success'], ['a', 'success']),
      thread(51, 'idle'),
      head(52),
      runs(9, ['a', 'running']),
      thread(9, 'busy'),
      head(9, { next: 1 }),
    ];
    const begun = after([started('b', 20), events('b', 30), ended('b', 50, 'finished')]);
    for (let turn = 0; turn < answers.length; turn += 1) {
      const turned = [...answers.slice(turn), ...answers.slice(0, turn)];
      expect(after(turned, begun)).toMatchObject({ phase: 'succeeded', runId: 'b', headIsCurrent: true });
      expect(after(turned.toReversed(), begun)).toMatchObject({ phase: 'succeeded', headIsCurrent: true });
    }
  });
});

it('T-2: shows each phase in the words of runs, and in those that servers have for threads', () => {
  const shown = (phase: RunPhase, by: 'run' | 'stream' | 'thread' | 'checkpoint' = 'run') => [
    statusOfPhase({ phase, by }),
    threadStatusOfPhase({ phase, by }),
  ];
  expect(shown('queued')).toEqual(['pending', 'busy']);
  expect(shown('reconnecting')).toEqual(['reconnecting', 'busy']);
  expect(shown('paused')).toEqual(['paused', 'interrupted']);
  expect(shown('paused', 'checkpoint')).toEqual(['paused', null]);
  expect(shown('timed-out')).toEqual(['timeout', 'error']);
  expect(shown('cancelled')).toEqual(['cancelled', 'idle']);
  expect(shown('none')).toEqual(['idle', null]);
  expect(shown('running', 'thread')).toEqual(['running', null]);
  expect(shown('unknown', 'stream')).toEqual(['lost', null]);
  expect(shown('unknown', 'run')).toEqual(['reading', null]);
});

it('T-2: a thread that stays busy once its run was deleted is held by no run', () => {
  const listed = [runs(10, ['r', 'running']), thread(10, 'busy')];
  const deleted = [...listed, runs(4000), thread(4000, 'busy')];
  expect(isBusyWithoutRun(after(listed))).toBe(false);
  expect(after(deleted).phase).toBe('running');
  expect(isBusyWithoutRun(after(deleted))).toBe(true);
  // Another run is active on it.
  expect(isBusyWithoutRun(after([...deleted, runs(5000, ['s', 'pending'])]))).toBe(false);
  // A run started elsewhere may not be listed yet.
  expect(isBusyWithoutRun(after([runs(10), thread(20, 'busy')]))).toBe(false);
});
