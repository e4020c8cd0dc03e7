import { describe, expect, it } from 'vitest';
import type { RunEnding } from '../../shared/model/thread-record.ts';
import type { ThreadStatus } from '../../shared/model/thread.ts';
import type { SummaryHead } from '../../shared/thread-record/thread-summary.ts';
import { recordedRun } from '../../testing/thread-records.ts';
import type { RecordReport, RunsReport, RunStateReport, StreamReport, ThreadReport } from './run-reports.ts';
import {
  initialRunState,
  isBusyWithoutRun,
  reduceRunState,
  type RunPhase,
  type RunState,
} from './run-state.ts';
import { statusOfPhase, phaseText } from './run-state-labels.ts';

const starting = (at: number): RunStateReport => ({ by: 'window', kind: 'starting', continues: false, at });
const started = (runId: string, at: number): RunStateReport => ({ by: 'window', kind: 'started', runId, at });
const refused = (at: number): RunStateReport => ({ by: 'window', kind: 'refused', at });
const stream = (runId: string, at: number, facts: Partial<StreamReport> = {}): StreamReport => ({
  by: 'stream',
  runId,
  connectionState: 'live',
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
): RunStateReport => stream(runId, at, { connectionState: 'ended', hasEvents: true, outcome, hasInterrupt });

const finished: RunEnding = { kind: 'finished' };
const asks: RunEnding = { kind: 'interrupted', executionIds: ['e'] };
const paused: RunEnding = { kind: 'paused', place: 'before', nodes: ['b'] };
const failed: RunEnding = { kind: 'failed', executionId: null, error: 'no model', isRecursionLimit: false };
const cancelled: RunEnding = { kind: 'cancelled', isKept: true };
const unknown: RunEnding = { kind: 'unknown', why: 'None of its checkpoints is known.' };

type RunFact = readonly [runId: string, how: RunEnding | 'queued' | 'running' | 'unknown'];

/** What the record reports, newest run first, each a second older than the one before it. */
function record(
  at: number,
  runs: readonly RunFact[],
  { questions = 0, ...head }: Partial<SummaryHead> & { readonly questions?: number } = {},
): RecordReport {
  return {
    by: 'record',
    summary: {
      runs: runs.map(([runId, how], index) => {
        const createdAt = 1_000_000 - index * 1000;
        return typeof how === 'string'
          ? recordedRun(runId, { createdAt, status: how, ending: null })
          : recordedRun(runId, { createdAt, ending: how });
      }),
      head: { checkpointId: 'c', createdAt: 1_000_500, source: 'loop', runId: null, hasNext: false, ...head },
      questions,
      closedQuestions: new Set(),
      discardedQuestions: new Map(),
    },
    at,
  };
}
const unreadable = (at: number): RecordReport => ({ by: 'record', summary: null, at });
const runs = (at: number, ...listed: RunsReport['runs']): RunsReport => ({ by: 'run', runs: listed, at });
const thread = (askedAt: number, status: ThreadStatus): ThreadReport => ({
  by: 'thread',
  status,
  askedAt,
  at: askedAt + 50,
});
const head = (askedAt: number): RunStateReport => ({ by: 'checkpoint', askedAt, at: askedAt + 50 });
const connection = (at: number, reachable: boolean): RunStateReport => ({ by: 'connection', reachable, at });

const after = (reports: readonly RunStateReport[], from: RunState = initialRunState): RunState =>
  reports.reduce(reduceRunState, from);

/** The phases after each report, without consecutive duplicates. */
function phases(reports: readonly RunStateReport[]): RunPhase[] {
  let state = initialRunState;
  const runPhases = reports.map((one) => {
    state = reduceRunState(state, one);
    return state.phase;
  });
  return runPhases.filter((phase, index) => phase !== runPhases[index - 1]);
}

describe('the run-state machine', () => {
  it.each<readonly [string, readonly RunStateReport[], readonly RunPhase[]]>([
    [
      'a run that succeeds',
      [
        starting(10),
        started('r', 20),
        stream('r', 30),
        events('r', 40),
        ended('r', 90, 'finished'),
        record(95, [['r', 'running']]),
        record(99, [['r', finished]]),
      ],
      ['starting', 'queued', 'running', 'finished'],
    ],
    [
      'a run of under 1 ms that the record has before its stream',
      [
        starting(10),
        started('r', 20),
        stream('r', 21, { connectionState: 'connecting' }),
        record(22, [['r', finished]]),
        ended('r', 90, 'finished'),
      ],
      ['starting', 'queued', 'finished'],
    ],
    [
      'a run that fails',
      [starting(1), started('r', 2), events('r', 3), ended('r', 4, 'failed'), record(5, [['r', failed]])],
      ['starting', 'queued', 'running', 'failed'],
    ],
    [
      'a run that reaches its recursion limit, while its thread still has something to run',
      [
        record(1, []),
        started('r', 2),
        events('r', 3),
        ended('r', 4, 'failed'),
        record(5, [['r', { ...failed, isRecursionLimit: true } as RunEnding]], { hasNext: true }),
      ],
      ['none', 'queued', 'running', 'failed'],
    ],
    [
      'a run that is cancelled, while its thread still has something to run',
      [
        started('r', 2),
        events('r', 3),
        ended('r', 4, 'cancelled'),
        record(5, [['r', cancelled]], { hasNext: true }),
        thread(5, 'idle'),
      ],
      ['queued', 'running', 'cancelled'],
    ],
    [
      'a run that is rolled back, after which the record has only the one before',
      [
        record(1, [['a', finished]]),
        started('r', 2),
        events('r', 3),
        record(4, [
          ['r', 'running'],
          ['a', finished],
        ]),
        ended('r', 5, 'cancelled'),
        record(6, [
          ['r', cancelled],
          ['a', finished],
        ]),
        record(7, [['a', finished]]),
      ],
      ['finished', 'queued', 'running', 'cancelled', 'finished'],
    ],
    [
      'a run that stops at a breakpoint',
      [started('r', 2), events('r', 3), ended('r', 4, 'interrupted'), record(5, [['r', paused]])],
      ['queued', 'running', 'paused'],
    ],
    [
      'a run whose events do not tell what it asked',
      [
        started('r', 2),
        events('r', 3),
        ended('r', 4, 'interrupted'),
        record(5, [['r', asks]], { questions: 2 }),
      ],
      ['queued', 'running', 'paused', 'interrupted'],
    ],
    [
      'a step over the last node, which leaves nothing to run',
      [started('r', 2), events('r', 3), ended('r', 4, 'interrupted'), record(5, [['r', finished]])],
      ['queued', 'running', 'paused', 'finished'],
    ],
    [
      'an answer to the first of two questions that a node asks one after the other',
      [
        record(1, [['a', asks]], { questions: 1, hasNext: true }),
        starting(2),
        started('b', 3),
        events('b', 4),
        ended('b', 5, 'interrupted', true),
        // The record that was read before is of the run before.
        record(6, [['a', asks]], { questions: 1, hasNext: true }),
        record(
          7,
          [
            ['b', asks],
            ['a', asks],
          ],
          { questions: 1, hasNext: true },
        ),
      ],
      ['interrupted', 'starting', 'queued', 'running', 'interrupted'],
    ],
    [
      'a start that is refused, on a thread that waits',
      [record(1, [['a', asks]], { questions: 1 }), starting(5), refused(6)],
      ['interrupted', 'starting', 'interrupted'],
    ],
    [
      'a connection that is cut, and found again',
      [
        started('r', 2),
        events('r', 3),
        stream('r', 10, { connectionState: 'reconnecting', hasEvents: true }),
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
      'a server that goes away, which its stream then notices as silence',
      [
        started('r', 2),
        events('r', 3),
        record(4, [['r', 'running']]),
        connection(20, false),
        stream('r', 21, { connectionState: 'silent', hasEvents: true }),
      ],
      ['queued', 'running', 'reconnecting'],
    ],
    [
      'a run that ended while its stream was cut',
      [
        started('r', 2),
        events('r', 3),
        stream('r', 10, { connectionState: 'reconnecting', hasEvents: true }),
        record(20, [['r', finished]]),
      ],
      ['queued', 'running', 'reconnecting', 'finished'],
    ],
    [
      'a run that its server lost',
      [record(1, [['r', 'running']]), events('r', 3), ended('r', 10, 'lost'), record(20, [])],
      ['running', 'unknown', 'none'],
    ],
    [
      'a run that somebody else began',
      [
        thread(1, 'idle'),
        record(2, []),
        thread(10, 'busy'),
        record(11, [['x', 'running']]),
        events('x', 12),
        ended('x', 20, 'finished'),
        record(21, [['x', finished]]),
      ],
      ['reading', 'none', 'running', 'finished'],
    ],
    [
      'a run that somebody else began, and which only the record reports',
      [
        record(1, [['a', finished]]),
        record(2, [
          ['x', 'queued'],
          ['a', finished],
        ]),
        record(3, [
          ['x', 'running'],
          ['a', finished],
        ]),
        record(4, [
          ['x', paused],
          ['a', finished],
        ]),
      ],
      ['finished', 'queued', 'running', 'paused'],
    ],
    [
      'a thread that was edited after its run',
      [
        started('r', 2),
        ended('r', 10, 'finished'),
        record(11, [['r', finished]]),
        record(20, [['r', finished]], { source: 'update', hasNext: true }),
        record(30, [['r', finished]], { source: 'update' }),
      ],
      ['queued', 'finished', 'paused', 'none'],
    ],
    [
      'a run that fails at the checkpoint of an earlier edit',
      [record(1, [['r', failed]], { source: 'update', hasNext: true, createdAt: 5 })],
      ['failed'],
    ],
    [
      'a run from an older checkpoint, which is cancelled before its first step',
      [record(1, [['r', cancelled]], { source: 'fork', hasNext: true, runId: 'r' })],
      ['cancelled'],
    ],
    [
      'a thread that its server calls busy for a moment after its run',
      [
        started('r', 2),
        ended('r', 1000, 'finished'),
        record(1001, [['r', finished]]),
        thread(1002, 'busy'),
        thread(2002, 'idle'),
      ],
      ['queued', 'finished'],
    ],
    [
      'a thread that its server goes on calling busy without a run',
      [
        started('r', 2),
        ended('r', 1000, 'cancelled'),
        record(1001, [['r', cancelled]]),
        thread(1002, 'busy'),
        thread(4002, 'busy'),
      ],
      ['queued', 'cancelled', 'running'],
    ],
  ])('follows %s', (_what, reports, expected) => {
    expect(phases(reports)).toEqual(expected);
  });

  it.each<readonly [ThreadStatus, Parameters<typeof record>[2], RunPhase]>([
    ['idle', {}, 'none'],
    ['interrupted', { hasNext: true, questions: 1 }, 'interrupted'],
    ['interrupted', { hasNext: true }, 'paused'],
    ['interrupted', {}, 'none'],
    ['idle', { source: 'input', hasNext: true }, 'none'],
    ['error', {}, 'failed'],
    ['unknown', {}, 'unknown'],
  ])('says of a thread without runs that is %s with %o: %s', (status, facts, phase) => {
    expect(after([thread(1, status), record(1, [], facts)]).phase).toBe(phase);
  });

  it.each<readonly [RunFact[1], RunPhase]>([
    ['queued', 'queued'],
    ['running', 'running'],
    ['unknown', 'unknown'],
    [finished, 'finished'],
    [asks, 'interrupted'],
    [paused, 'paused'],
    [failed, 'failed'],
    [cancelled, 'cancelled'],
    [{ kind: 'timed-out' }, 'timed-out'],
    [unknown, 'unknown'],
  ])('takes the word of the record for a run that nobody reads: %j', (how, phase) => {
    expect(after([thread(1, 'idle'), record(1, [['r', how]])])).toMatchObject({
      phase,
      ending: typeof how === 'string' ? null : how,
    });
  });

  it('says no more than the list of runs does of a thread whose record can not be read', () => {
    const listed = (status: RunsReport['runs'][number]['status'], thread_: ThreadStatus = 'interrupted') =>
      after([thread(1, thread_), runs(2, { runId: 'r', status }), unreadable(3)]).phase;
    expect(listed('pending')).toBe('queued');
    expect(listed('running')).toBe('running');
    expect(listed('error')).toBe('failed');
    expect(listed('success', 'idle')).toBe('finished');
    // It may wait for an answer, or at a breakpoint.
    expect(listed('success')).toBe('unknown');
    expect(listed('interrupted')).toBe('unknown');
    expect(after([thread(1, 'interrupted'), unreadable(2)]).phase).toBe('unknown');
    expect(after([unreadable(1), record(2, [['r', paused]]), unreadable(3)]).phase).toBe('paused');
  });

  it('is about the run that works, else the one that is due next, else the newest', () => {
    const [a, b, c] = ['a', 'b', 'c'];
    const runOf = (...facts: readonly RunFact[]): string | null => after([record(1, facts)]).runId;
    expect(runOf([c, 'queued'], [b, 'running'], [a, finished])).toBe(b);
    expect(runOf([c, 'queued'], [b, 'queued'], [a, finished])).toBe(b);
    expect(runOf([c, failed], [b, finished])).toBe(c);
  });

  it('is about the run that was started here, also where the server lists an older one before it', () => {
    const older = [record(1, [['later', cancelled]]), started('r', 2), ended('r', 9, 'finished')];
    const listed: readonly RunFact[] = [
      ['later', cancelled],
      ['r', finished],
    ];
    expect(after([...older, record(10, listed)])).toMatchObject({ runId: 'r', phase: 'finished' });
    expect(after([...older, record(10, [['x', failed], ...listed])]).runId).toBe('x');
  });

  it('does not take a run that is read once more for one that goes on', () => {
    const recordReports = [record(1, [['r', finished]])];
    expect(
      after([...recordReports, stream('r', 5, { connectionState: 'connecting' }), events('r', 6)]).phase,
    ).toBe('finished');
  });

  it('forgets what a stream said of a run that goes on, once nobody reads it', () => {
    const reports = [started('r', 1), events('r', 2), stream('r', 3, { connectionState: 'left' })];
    expect(after([...reports, record(4, [['r', failed]])]).phase).toBe('failed');
  });

  it('takes the word of the events for an end that the record does not know', () => {
    const reports = [started('r', 1), events('r', 2), ended('r', 3, 'cancelled')];
    expect(after([...reports, record(4, [['r', unknown]])]).phase).toBe('cancelled');
  });

  const followed = [record(1, [['r', 'running']]), events('r', 2)];

  it('ends with the record, which has the end of the events together with what they say about nodes', () => {
    const streamed = [...followed, ended('r', 10, 'cancelled')];
    expect(after(streamed)).toMatchObject({ phase: 'running', ending: null });
    const over = [...streamed, record(11, [['r', cancelled]])];
    expect(after(over)).toMatchObject({ phase: 'cancelled', by: 'record', endedAt: 10 });
    // What was asked for when the events ended describes the time after the run.
    expect(after([...streamed, head(10), record(11, [['r', cancelled]])]).headIsCurrent).toBe(true);
    // The record may have it first.
    expect(after([...followed, record(9, [['r', cancelled]])]).phase).toBe('cancelled');
  });

  it('begins with the record', () => {
    const listed = [started('r', 1), record(2, [['r', 'queued']]), events('r', 3)];
    expect(after(listed).phase).toBe('queued');
    expect(after([...listed, record(4, [['r', 'running']])]).phase).toBe('running');
  });

  it('ends with the events of a run that the record does not have, or no longer', () => {
    expect(after([...followed, ended('r', 10, 'finished'), unreadable(11)]).phase).toBe('finished');
    expect(after([...followed, unreadable(9), ended('r', 10, 'finished')]).phase).toBe('finished');
    const unlisted = [record(1, []), started('r', 2), events('r', 3), ended('r', 10, 'finished')];
    expect(after(unlisted).phase).toBe('finished');
    // It does not go on, when the record has it as it was before.
    expect(after([...unlisted, record(11, [['r', 'running']])]).phase).toBe('finished');
  });

  it('keeps since when and by whose word, also when somebody else confirms it', () => {
    const state = after([started('r', 1), events('r', 2), record(3, [['r', 'running']]), events('r', 1000)]);
    expect(state).toMatchObject({ phase: 'running', since: 2, by: 'stream' });
  });

  it('knows whether the newest checkpoint was read after the run', () => {
    const reports = [started('r', 1), events('r', 2), head(3)];
    expect(after(reports).headIsCurrent).toBe(false);
    expect(after([...reports, ended('r', 10, 'finished')]).headIsCurrent).toBe(false);
    expect(after([...reports, ended('r', 10, 'finished'), head(9)]).headIsCurrent).toBe(false);
    expect(after([...reports, ended('r', 10, 'finished'), head(10)]).headIsCurrent).toBe(true);
  });

  it('comes to the same, in whatever order answers come', () => {
    const answers = [
      record(51, [
        ['b', finished],
        ['a', finished],
      ]),
      thread(51, 'idle'),
      head(52),
      thread(9, 'busy'),
      head(9),
    ];
    const sequence = after([started('b', 20), events('b', 30), ended('b', 50, 'finished')]);
    for (let turn = 0; turn < answers.length; turn += 1) {
      const turned = [...answers.slice(turn), ...answers.slice(0, turn)];
      expect(after(turned, sequence)).toMatchObject({ phase: 'finished', runId: 'b', headIsCurrent: true });
      expect(after(turned.toReversed(), sequence)).toMatchObject({ phase: 'finished', headIsCurrent: true });
    }
  });
});

it('shows each phase by the status of a run, with its reason', () => {
  expect(statusOfPhase({ phase: 'queued' })).toBe('pending');
  expect(statusOfPhase({ phase: 'interrupted' })).toBe('waiting');
  expect(statusOfPhase({ phase: 'none' })).toBe('idle');
  expect(statusOfPhase({ phase: 'reading' })).toBe('reading');
  const state = after([record(1, [['r', paused]], { hasNext: true })]);
  expect(phaseText(state)).toMatch(/^paused before b since .+, from its runs and checkpoints$/);
  // The thread was edited since.
  const edited = after([record(1, [['r', failed]], { source: 'update', hasNext: true })]);
  expect(phaseText(edited)).toMatch(/^paused since /);
  expect(phaseText(initialRunState)).toBe('idle');
});

it('a thread that stays busy once its run was deleted is held by no run', () => {
  const listed = [record(10, [['r', 'running']]), thread(10, 'busy')];
  const deleted = [...listed, record(4000, []), thread(4000, 'busy')];
  expect(isBusyWithoutRun(after(listed))).toBe(false);
  expect(after(deleted).phase).toBe('running');
  expect(isBusyWithoutRun(after(deleted))).toBe(true);
  // Another run is active on it.
  expect(isBusyWithoutRun(after([...deleted, record(5000, [['s', 'queued']])]))).toBe(false);
  // A run started elsewhere may not be listed yet.
  expect(isBusyWithoutRun(after([record(10, []), thread(20, 'busy')]))).toBe(false);
});
