import { describe, expect, it } from 'vitest';
import type {
  Execution,
  ExecutionSpan,
  RecordedRun,
  RecordedTime,
  ThreadRecord,
} from '../model/thread-record.ts';
import { mergeEvents } from './merge-events.ts';
import type { RunEvents, TaskEvents } from './run-events.ts';

const time = (
  ms: number,
  bound: RecordedTime['bound'],
  source: RecordedTime['source'] = 'server',
): RecordedTime => ({
  ms,
  bound,
  source,
});
const span = (rest: Partial<ExecutionSpan> = {}): ExecutionSpan => ({
  runId: 'r',
  startedAt: time(100, 'atLeast'),
  endedAt: time(500, 'atMost'),
  attempts: null,
  ...rest,
});
const execution = (taskId: string, rest: Partial<Execution> = {}): Execution => ({
  executionId: taskId,
  nodeId: taskId,
  name: taskId,
  taskId,
  namespace: '',
  parentId: null,
  innerNamespace: null,
  before: 'c1',
  made: 'c2',
  step: 1,
  status: 'finished',
  spans: [span()],
  error: null,
  abortedBy: null,
  tokens: null,
  models: [],
  from: [],
  isSent: false,
  hasResult: true,
  ...rest,
});
const run = (rest: Partial<RecordedRun> = {}): RecordedRun => ({
  runId: 'r',
  assistantId: null,
  origin: { kind: 'input', checkpointId: null },
  source: 'unknown',
  createdAt: 0,
  endedAt: 600,
  status: 'ended',
  ending: { kind: 'finished' },
  ...rest,
});
const recordOf = (executions: Execution[], runs = [run()]): ThreadRecord => ({
  threadId: 't',
  headId: 'c2',
  checkpoints: [],
  copies: [],
  executions,
  questions: [],
  runs,
  gaps: [],
});
const task = (taskId: string, rest: Partial<TaskEvents> = {}): TaskEvents => ({
  taskId,
  nodeId: taskId,
  name: taskId,
  namespace: '',
  parentTaskId: null,
  status: 'finished',
  startedAt: time(110, 'exact', 'seen'),
  endedAt: time(300, 'exact', 'seen'),
  attempts: null,
  error: null,
  tokens: null,
  models: [],
  from: [],
  superstep: 1,
  ...rest,
});
const eventsOf = (tasks: readonly TaskEvents[], rest: Partial<RunEvents> = {}): RunEvents => ({
  runId: 'r',
  origin: { kind: 'unknown', checkpointId: null },
  createdAt: 0,
  lastAt: 600,
  end: { outcome: 'finished', error: null, incomplete: false },
  hasInterrupt: false,
  isIncomplete: false,
  inferred: [],
  tasks,
  ...rest,
});
const live = { end: null };
const spansOf = (record: ThreadRecord) => record.executions.map(({ spans }) => spans);

describe('a record with events', () => {
  it('has the times of parallel tasks that were seen, within the bounds of the server', () => {
    const record = recordOf([execution('left'), execution('right')]);
    const merged = mergeEvents(record, [
      eventsOf([
        task('left'),
        task('right', { startedAt: time(90, 'exact', 'seen'), endedAt: time(700, 'exact', 'seen') }),
      ]),
    ]);
    expect(spansOf(merged)).toEqual([
      [span({ startedAt: time(110, 'exact', 'seen'), endedAt: time(300, 'exact', 'seen') })],
      [span({ startedAt: time(100, 'exact', 'seen'), endedAt: time(500, 'exact', 'seen') })],
    ]);
  });

  it('has nothing that began or ended after its run, however late its events were seen, and says that it was earlier', () => {
    const late = (from: number) => ({
      startedAt: time(from, 'exact', 'seen'),
      endedAt: time(648, 'exact', 'seen'),
    });
    const merged = mergeEvents(recordOf([], [run({ endedAt: 600 })]), [
      eventsOf([task('outer', late(110)), task('inner', { ...late(640), parentTaskId: 'outer' })]),
    ]);
    expect(spansOf(merged)).toEqual([
      [span({ startedAt: time(110, 'exact', 'seen'), endedAt: time(600, 'atMost', 'seen') })],
      [span({ startedAt: time(600, 'atMost', 'seen'), endedAt: time(600, 'atMost', 'seen') })],
    ]);
  });

  it('ends an execution with its run, although the end of one inside it was seen after that', () => {
    const outer = execution('outer', { spans: [span({ endedAt: time(600, 'atMost') })] });
    const inner = execution('inner', {
      parentId: 'outer',
      namespace: 'outer:1',
      spans: [span({ endedAt: null })],
    });
    const merged = mergeEvents(recordOf([outer, inner], [run({ endedAt: 600 })]), [
      eventsOf([
        task('outer', { endedAt: null }),
        task('inner', { parentTaskId: 'outer', endedAt: time(648, 'exact', 'seen') }),
      ]),
    ]);
    expect(spansOf(merged).map(([first]) => first?.endedAt)).toEqual([
      time(600, 'atMost'),
      time(600, 'atMost', 'seen'),
    ]);
  });

  it('has a task that only events report, and at which two runs worked, once, with a time in each', () => {
    const interrupted = eventsOf([task('inner', { status: 'interrupted' })], { runId: 'r1' });
    const answered = eventsOf([task('inner')], { runId: 'r2' });
    const merged = mergeEvents(recordOf([], [run({ runId: 'r1' }), run({ runId: 'r2' })]), [
      interrupted,
      answered,
    ]);
    expect(merged.executions.map(({ executionId, status }) => [executionId, status])).toEqual([
      ['inner', 'finished'],
    ]);
    expect(spansOf(merged).map((spans) => spans.map(({ runId }) => runId))).toEqual([['r1', 'r2']]);
  });

  it('keeps how long a task took where its events seem to have come before it started', () => {
    const early = task('a', { startedAt: time(20, 'exact', 'seen'), endedAt: time(80, 'exact', 'seen') });
    expect(spansOf(mergeEvents(recordOf([execution('a')]), [eventsOf([early])]))).toEqual([
      [span({ startedAt: time(100, 'exact', 'seen'), endedAt: time(160, 'exact', 'seen') })],
    ]);
  });

  it('keeps an exact time of the server rather than one seen here, and takes an exact one of the server’s events', () => {
    const exact = span({ startedAt: time(100, 'exact'), endedAt: time(200, 'exact') });
    const record = recordOf([execution('a', { spans: [exact] })]);
    expect(spansOf(mergeEvents(record, [eventsOf([task('a')])]))).toEqual([[exact]]);
    const fromEvents = task('a', { startedAt: time(101, 'exact'), endedAt: time(199, 'exact') });
    expect(spansOf(mergeEvents(record, [eventsOf([fromEvents])]))).toEqual([
      [span({ startedAt: time(101, 'exact'), endedAt: time(199, 'exact') })],
    ]);
  });

  it('takes an event that contradicts an exact time of a checkpoint for that', () => {
    const exact = span({ startedAt: time(100, 'exact'), endedAt: time(200, 'exact') });
    const record = recordOf([execution('a', { spans: [exact] })]);
    const late = task('a', { startedAt: time(90, 'exact'), endedAt: time(204, 'exact') });
    expect(spansOf(mergeEvents(record, [eventsOf([late])]))).toEqual([[exact]]);
  });

  it('begins an execution no later, and ends it no earlier, than those inside it, of which events may be sent first', () => {
    const inner = execution('inner', {
      parentId: 'a',
      namespace: 'a:1',
      spans: [span({ startedAt: time(110, 'exact'), endedAt: time(400, 'exact') })],
    });
    const late = task('a', { startedAt: time(150, 'exact'), endedAt: time(390, 'exact') });
    expect(spansOf(mergeEvents(recordOf([execution('a'), inner]), [eventsOf([late])]))).toEqual([
      [span({ startedAt: time(110, 'exact'), endedAt: time(400, 'exact') })],
      inner.spans,
    ]);
  });

  it('leaves a status unknown that a later run may have changed', () => {
    const unknown = execution('a', { status: 'unknown', made: null });
    const failed = eventsOf([task('a', { status: 'failed' })]);
    const statusOf = (one: Execution): string | undefined =>
      mergeEvents(recordOf([one]), [failed]).executions[0]?.status;
    expect(statusOf(unknown)).toBe('failed');
    expect(statusOf({ ...unknown, spans: [span(), span({ runId: 'later' })] })).toBe('unknown');
  });

  it('keeps the time of other runs that may have worked at an execution beside the one that its events report', () => {
    const unclear = span({ runId: null, startedAt: time(90, 'atLeast'), endedAt: time(900, 'atMost') });
    const merged = mergeEvents(recordOf([execution('a', { spans: [unclear] })]), [eventsOf([task('a')])]);
    expect(merged.executions[0]?.spans.map(({ runId }) => runId)).toEqual(['r', null]);
  });

  it('learns nothing of times from a replay', () => {
    const record = recordOf([execution('a')]);
    const models = [{ model: 'large', input: 4, cached: 0, output: 3 }];
    const replayed = task('a', { startedAt: null, endedAt: null, attempts: 2, tokens: 7, models });
    expect(mergeEvents(record, [eventsOf([replayed])]).executions).toEqual([
      execution('a', { spans: [span({ attempts: 2 })], tokens: 7, models }),
    ]);
  });

  it('shows what a live run does before its checkpoints tell', () => {
    const active = run({ status: 'running', ending: null, endedAt: null });
    const waiting = execution('a', {
      status: 'running',
      made: null,
      spans: [span({ endedAt: null })],
      hasResult: false,
    });
    const inner = task('inner', { status: 'running', endedAt: null, parentTaskId: 'a', namespace: 'a:1' });
    const later = task('b', { status: 'running', endedAt: null });
    const merged = mergeEvents(recordOf([waiting], [active]), [eventsOf([task('a'), inner, later], live)]);
    expect(
      merged.executions.map(({ executionId, status, parentId }) => [executionId, status, parentId]),
    ).toEqual([
      ['a', 'finished', null],
      ['inner', 'running', 'a'],
      ['b', 'running', null],
    ]);
  });

  it('does not fall back to older checkpoints when the events have ended and the run’s record has not', () => {
    const active = run({ status: 'running', ending: null, endedAt: null });
    const stale = execution('a', { status: 'running', made: null, spans: [span({ endedAt: null })] });
    const merged = mergeEvents(recordOf([stale], [active]), [eventsOf([task('a')])]);
    expect(merged.executions.map(({ status }) => status)).toEqual(['finished']);
  });

  it('does not change how an execution of an ended run stands, unless checkpoints can not tell', () => {
    const interrupted = execution('a', { status: 'interrupted', made: null });
    const lost = execution('b', { status: 'unknown', made: null, spans: [] });
    const events = eventsOf([
      task('a', { status: 'running' }),
      task('b', {
        status: 'cancelled',
        startedAt: time(1, 'exact', 'seen'),
        endedAt: time(9, 'exact', 'seen'),
      }),
    ]);
    expect(
      mergeEvents(recordOf([interrupted, lost]), [events]).executions.map(({ status }) => status),
    ).toEqual(['interrupted', 'cancelled']);
  });

  it('has a run that its server does not list, with the end that its events report', () => {
    const failed = [
      task('outer', { status: 'failed' }),
      task('inner', { status: 'failed', parentTaskId: 'outer', namespace: 'outer:1' }),
      task('beside', { status: 'cancelled' }),
    ];
    const end = { outcome: 'failed', error: 'Error: no', incomplete: false } as const;
    const [began, ended] = [live, { end }].map(
      (rest) => mergeEvents(recordOf([], []), [eventsOf(failed, rest)]).runs,
    );
    expect(began).toMatchObject([
      { runId: 'r', createdAt: 0, status: 'running', endedAt: null, ending: null },
    ]);
    expect(ended).toMatchObject([
      {
        status: 'ended',
        endedAt: 600,
        ending: { kind: 'failed', executionId: 'inner', error: 'Error: no', isRecursionLimit: false },
      },
    ]);
  });

  it('has the reason of a failure that no checkpoint names', () => {
    const failed = run({
      ending: { kind: 'failed', executionId: null, error: null, isRecursionLimit: false },
    });
    const error = 'GraphRecursionError: Recursion limit of 5 reached';
    const merged = mergeEvents(recordOf([], [failed]), [
      eventsOf([], { end: { outcome: 'failed', error, incomplete: false } }),
    ]);
    expect(merged.runs[0]?.ending).toEqual({
      kind: 'failed',
      executionId: null,
      error,
      isRecursionLimit: true,
    });
    const stopped = mergeEvents(recordOf([], [failed]), [
      eventsOf([], { end: { outcome: 'cancelled', error: null, incomplete: false } }),
    ]);
    expect(stopped.runs[0]?.ending).toEqual({ kind: 'cancelled', isKept: true });
  });

  const cancelledEnd = { outcome: 'cancelled', error: null, incomplete: false } as const;
  const active = run({ status: 'running', ending: null, endedAt: null });

  it('ends with the events of a run that its server still lists as active, and so do its executions', () => {
    const open: Partial<Execution> = { status: 'running', made: null, spans: [span({ endedAt: null })] };
    const record = recordOf([execution('a', open), execution('b', open), execution('c', open)], [active]);
    const tasks = [
      task('a', { status: 'cancelled' }),
      task('b', { status: 'unknown', startedAt: null, endedAt: null }),
    ];
    const merged = mergeEvents(record, [eventsOf(tasks, { end: cancelledEnd })]);
    expect(merged.runs).toEqual([
      {
        ...active,
        status: 'ended',
        endedAt: 600,
        ending: { kind: 'cancelled', isKept: null },
        isOfEvents: true,
      },
    ]);
    expect(merged.executions.map(({ status }) => status)).toEqual(['cancelled', 'unknown', 'cancelled']);
    const stopped = { ...cancelledEnd, outcome: 'interrupted' } as const;
    const atBreakpoint = mergeEvents(record, [eventsOf([task('a'), task('b')], { end: stopped })]);
    expect(atBreakpoint.runs[0]?.ending).toEqual({ kind: 'paused', place: 'unknown', nodes: [] });
    expect(atBreakpoint.executions.map(({ status }) => status)).toEqual(['finished', 'finished', 'next']);
    const asking = mergeEvents(record, [eventsOf([], { end: stopped, hasInterrupt: true })]);
    expect(asking.runs[0]?.ending).toEqual({ kind: 'interrupted', executionIds: [] });
  });

  it('does not end with events that were lost, or that go on as those of another run', () => {
    const running = execution('a', { status: 'running', made: null, spans: [span({ endedAt: null })] });
    for (const end of [
      { ...cancelledEnd, outcome: 'lost' } as const,
      { ...cancelledEnd, outcome: 'interrupted', continuedBy: 's' } as const,
    ]) {
      const merged = mergeEvents(recordOf([running], [active]), [eventsOf([], { end })]);
      expect(merged.runs).toEqual([active]);
      expect(merged.executions).toEqual([running]);
    }
  });

  it('has a run as queued until its first event', () => {
    const queued = run({ status: 'queued', ending: null, endedAt: null });
    const nothing = eventsOf([], { ...live, lastAt: null });
    const statusOf = (runs: RecordedRun[], events: RunEvents) =>
      mergeEvents(recordOf([], runs), [events]).runs.map(({ status }) => status);
    for (const runs of [[], [queued]]) {
      expect(statusOf(runs, nothing)).toEqual(['queued']);
      expect(statusOf(runs, eventsOf([], live))).toEqual(['running']);
    }
  });

  it('takes from the events how a run ended if its checkpoints do not say it', () => {
    const inferred = run({ ending: { kind: 'unknown', why: 'None of its checkpoints is known.' } });
    const endingBy = (rest: Partial<RunEvents>) =>
      mergeEvents(recordOf([], [inferred]), [eventsOf([], rest)]).runs[0]?.ending?.kind;
    expect(endingBy({ end: cancelledEnd })).toBe('cancelled');
    expect(endingBy({ end: { ...cancelledEnd, outcome: 'interrupted' }, isIncomplete: true })).toBe(
      'unknown',
    );
    expect(endingBy({ end: { ...cancelledEnd, outcome: 'lost' } })).toBe('unknown');
  });

  it('ends with tasks that are inside each other', () => {
    const tasks = [task('a', { parentTaskId: 'b' }), task('b', { parentTaskId: 'a' })];
    expect(
      mergeEvents(recordOf([], [active]), [eventsOf(tasks, live)]).executions.map(({ taskId }) => taskId),
    ).toEqual(['a', 'b']);
  });

  it('say that a run is running, and not paused, while it is undecided whether it goes on', () => {
    const paused = run({ ending: { kind: 'paused', place: 'before', nodes: ['plan'] } });
    const runsOf = (one: RecordedRun) =>
      mergeEvents(recordOf([], [one]), [eventsOf([], live)], new Set(['r'])).runs;
    expect(runsOf(paused)).toMatchObject([{ status: 'running', ending: null, endedAt: null }]);
    const asks = run({ ending: { kind: 'interrupted', executionIds: ['a'] } });
    expect(runsOf(asks)).toEqual([asks]);
  });
});
