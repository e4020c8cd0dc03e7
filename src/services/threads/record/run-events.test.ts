import { describe, expect, it } from 'vitest';
import { encodeFrames } from '../../../shared/model/frame-block-codec.ts';
import type { RunOutcome } from '../../../shared/model/run.ts';
import {
  buildFrames,
  taskResult,
  taskStart,
  type FrameEntry,
} from '../../../testing/renderer/run-frame-builder.ts';
import { buildFrameBatch } from '../../../testing/frame-batches.ts';
import type { FrameTimes } from '../../runs/log/frame-times.ts';
import { createRunLog } from '../../runs/log/run-log.ts';
import type { RunEvents, TaskEvents } from '../../../shared/run-events/run-events.ts';
import { createRunEventsReducer, createRunLogEvents } from './run-events.ts';

const clock = { createdAt: 1_000_000, firstFrameMs: 50 };
const seenTimes: FrameTimes = { serverStartMs: null, spans: [{ from: 0, source: 'seen' }] };
const unknown: FrameTimes = { serverStartMs: null, spans: [] };

interface Story {
  readonly times?: FrameTimes;
  readonly outcome?: RunOutcome;
  readonly joinedLate?: boolean;
}

function eventsOf(
  entries: readonly FrameEntry[],
  { times = seenTimes, outcome, joinedLate = false }: Story = {},
) {
  const reducer = createRunEventsReducer({ runId: 'r', joinedLate });
  reducer.add(encodeFrames('log', buildFrames(...entries)), times);
  if (outcome) reducer.end({ outcome, error: null, incomplete: false });
  return reducer.get(clock);
}
const task = (events: RunEvents, taskId: string): TaskEvents => {
  const taskEvents = events.tasks.find((one) => one.taskId === taskId);
  if (taskEvents === undefined) throw new Error(`No task ${taskId}.`);
  return taskEvents;
};
const start = taskStart('a', 'plan');
const result = taskResult('a', 'plan');

describe('the events of a run', () => {
  it('time tasks by the server clock: creation of the run, and what passed since then', () => {
    expect(task(eventsOf([['metadata', {}], start, result]), 'a')).toEqual({
      taskId: 'a',
      nodeId: 'plan',
      name: 'plan',
      namespace: '',
      parentTaskId: null,
      status: 'finished',
      startedAt: { ms: 1_000_150, bound: 'exact', source: 'seen' },
      endedAt: { ms: 1_000_250, bound: 'exact', source: 'seen' },
      attempts: null,
      error: null,
      tokens: null,
      models: [],
      from: [],
      superstep: 1,
    });
  });

  it('take the time of the server where frames have it', () => {
    const times: FrameTimes = { serverStartMs: 2_000_000, spans: [{ from: 0, source: 'server' }] };
    expect(task(eventsOf([start, result], { times }), 'a').endedAt).toEqual({
      ms: 2_000_100,
      bound: 'exact',
      source: 'server',
    });
  });

  it('give no time by the arrival of a replay', () => {
    const replayed = task(eventsOf([start, result], { times: unknown }), 'a');
    expect([replayed.startedAt, replayed.endedAt, replayed.status]).toEqual([null, null, 'finished']);
    const cut: FrameTimes = {
      serverStartMs: null,
      spans: [
        { from: 0, source: 'seen' },
        { from: 1, source: 'unknown' },
      ],
    };
    const resumed = task(eventsOf([start, result], { times: cut }), 'a');
    expect([resumed.startedAt?.ms, resumed.endedAt]).toEqual([1_000_050, null]);
  });

  it('do not say that a task took no time because its events arrived together', () => {
    const frames = buildFrames(start, result, taskStart('b', 'write'), taskStart('c', 'log'));
    const reducer = createRunEventsReducer({ runId: 'r', joinedLate: false });
    const together = frames.map((frame) => ({ ...frame, atMs: 300 }));
    reducer.add(encodeFrames('log', together), seenTimes);
    const events = reducer.get(clock);
    // It was sent before its end was, nobody knows how long before.
    expect(task(events, 'a')).toMatchObject({
      startedAt: { ms: 1_000_350, bound: 'atMost' },
      endedAt: { ms: 1_000_350, bound: 'exact' },
    });
    // The next ones start when the one before has ended.
    expect([task(events, 'b').startedAt?.bound, task(events, 'c').startedAt?.bound]).toEqual([
      'exact',
      'exact',
    ]);
    const ended = buildFrames(taskResult('b', 'write')).map((frame) => ({ ...frame, seq: 4, atMs: 300 }));
    reducer.add(encodeFrames('log', ended), seenTimes);
    const later = reducer.get(clock);
    expect(['a', 'b', 'c'].map((taskId) => task(later, taskId).startedAt?.bound)).toEqual([
      'atMost',
      'atMost',
      'atMost',
    ]);
    expect(task(later, 'a').endedAt?.bound).toBe('atMost');
  });

  it('read the time that debug frames have, however late they are read', () => {
    const debug = (type: string, ms: number, payload: object): FrameEntry => [
      'debug',
      {
        type,
        timestamp: new Date(ms).toISOString(),
        step: 1,
        payload: { id: 'a', name: 'plan', ...payload },
      },
    ];
    const entries = [
      debug('task', 5000, { input: {}, triggers: [] }),
      debug('task_result', 5250, { result: { done: 1 }, interrupts: [] }),
    ];
    const { startedAt, endedAt } = task(eventsOf(entries, { times: unknown }), 'a');
    expect([startedAt, endedAt]).toEqual([
      { ms: 5000, bound: 'exact', source: 'server' },
      { ms: 5250, bound: 'exact', source: 'server' },
    ]);
  });

  it('count the attempts of a task that its server started anew, from the start of the first one', () => {
    const restarted: FrameEntry = ['metadata', { run_id: 'r', attempt: 2 }];
    const events = eventsOf([start, restarted, start, result]);
    expect(task(events, 'a')).toMatchObject({
      attempts: 2,
      status: 'finished',
      startedAt: { ms: 1_000_050 },
      endedAt: { ms: 1_000_350 },
    });
    expect(task(eventsOf([start, result]), 'a').attempts).toBeNull();
  });

  it('leave out what a resumed run only repeats of an earlier one', () => {
    const cached: FrameEntry = ['updates', { plan: { log: 1 }, __metadata__: { cached: true } }];
    const events = eventsOf([cached, start, taskStart('b', 'ask'), taskResult('b', 'ask')]);
    expect(events.tasks.map(({ taskId }) => taskId)).toEqual(['b']);
  });

  it('decide at the end of the run whether an empty result was a failure', () => {
    const empty = taskResult('a', 'plan', { result: {} });
    // On a JavaScript server it is all that is heard of a failed task until the run ends.
    expect(task(eventsOf([start, empty]), 'a').status).toBe('running');
    expect(task(eventsOf([start, empty, taskStart('b', 'next')]), 'a').status).toBe('finished');
    expect(task(eventsOf([start, empty], { outcome: 'finished' }), 'a').status).toBe('finished');
    expect(task(eventsOf([start, empty], { outcome: 'failed' }), 'a').status).toBe('failed');
    const asks: FrameEntry = ['updates', { __interrupt__: [{ id: 'i', value: 1 }] }];
    expect(task(eventsOf([start, empty, asks], { outcome: 'interrupted' }), 'a').status).toBe('unknown');
  });

  it('give tasks that an error beside them may have aborted no exact end, as their nodes may go on', () => {
    const empty = (id: string, name: string): FrameEntry => taskResult(id, name, { result: {} });
    const beside: FrameEntry[] = [start, taskStart('b', 'other'), empty('b', 'other'), empty('a', 'plan')];
    const boundsOf = (outcome: RunOutcome): unknown[] => {
      const events = eventsOf(beside, { outcome });
      return ['a', 'b'].map((id) => task(events, id).endedAt?.bound);
    };
    expect(boundsOf('failed')).toEqual(['atLeast', 'atLeast']);
    expect(boundsOf('finished')).toEqual(['exact', 'exact']);
  });

  it('give no end to a task whose end no event reports', () => {
    const { status, startedAt, endedAt } = task(eventsOf([start], { outcome: 'cancelled' }), 'a');
    expect([status, startedAt?.ms, endedAt]).toEqual(['cancelled', 1_000_050, null]);
  });

  it('know a task around another one by its namespace, and that it started before', () => {
    const events = eventsOf([taskStart('b', 'draft', 'write:a'), taskResult('b', 'draft', {}, 'write:a')]);
    expect(task(events, 'a')).toMatchObject({
      name: 'write',
      namespace: '',
      status: 'running',
      startedAt: { ms: 1_000_050, bound: 'atMost' },
    });
    expect(task(events, 'b')).toMatchObject({
      nodeId: 'write:draft',
      namespace: 'write:a',
      parentTaskId: 'a',
      superstep: 1,
    });
  });

  it('count the tokens of a task without those inside it', () => {
    const message = (id: string, tokens: number, ...namespace: string[]): FrameEntry => [
      'messages',
      [
        { id, type: 'ai', usage_metadata: { input_tokens: tokens, output_tokens: 0, total_tokens: tokens } },
        { langgraph_checkpoint_ns: namespace.join('|'), ls_model_name: 'large' },
      ],
      ...namespace,
    ];
    const events = eventsOf([
      taskStart('a', 'write'),
      taskStart('b', 'draft', 'write:a'),
      message('1', 5, 'write:a'),
      message('2', 7, 'write:a', 'draft:b'),
      message('2', 7, 'write:a', 'draft:b'),
    ]);
    expect([task(events, 'a').tokens, task(events, 'b').tokens]).toEqual([5, 7]);
    expect(task(events, 'b').models).toEqual([{ model: 'large', input: 7, cached: 0, output: 0 }]);
  });

  it('keep the objects of unchanged tasks while more events come', () => {
    const reducer = createRunEventsReducer({ runId: 'r', joinedLate: false });
    const frames = buildFrames(start, result, taskStart('b', 'ask'), taskResult('b', 'ask'));
    reducer.add(encodeFrames('log', frames.slice(0, 3)), seenTimes);
    const before = reducer.get(clock);
    expect(reducer.get({ ...clock })).toBe(before);
    reducer.add(encodeFrames('log', frames.slice(3)), seenTimes);
    const after = reducer.get(clock);
    expect(after.tasks.find((one) => one.taskId === 'a')).toBe(
      before.tasks.find((one) => one.taskId === 'a'),
    );
    expect([task(before, 'b').status, task(after, 'b').status]).toEqual(['running', 'finished']);
  });

  it('are incomplete where the log is', () => {
    expect(eventsOf([start]).isIncomplete).toBe(false);
    expect(eventsOf([start], { joinedLate: true }).isIncomplete).toBe(true);
    expect(eventsOf([start], { outcome: 'lost' }).isIncomplete).toBe(true);
  });

  it('pass over payloads that are not JSON', () => {
    const events = eventsOf([['tasks', '{"id":'], ['debug', 'no'], ['messages', '['], start, result]);
    expect(events.tasks.map(({ taskId }) => taskId)).toEqual(['a']);
  });
});

describe('the events of a log', () => {
  const openLog = () =>
    createRunLog({
      id: 'l',
      openFile: () => expect.unreachable(),
      memoryLimit: 1e6,
      now: () => 0,
      onLoss: () => undefined,
    });

  it('are not read any more once nobody wants them, even where nothing came', async () => {
    const log = openLog();
    const stopper = new AbortController();
    const events = createRunLogEvents(log, { runId: 'r', joinedLate: false });
    await log.append(buildFrameBatch({ text: '{}', event: 'metadata' }));
    await events.update(stopper.signal);
    stopper.abort();
    await expect(events.update(stopper.signal)).rejects.toThrow(/abort/);
  });

  it('are cut where there are too many, and say so', async () => {
    const log = openLog();
    const { signal } = new AbortController();
    const events = createRunLogEvents(log, { runId: 'r', joinedLate: false }, 10);
    await log.append(buildFrameBatch({ text: JSON.stringify({ text: 'x'.repeat(100) }), event: 'values' }));
    await events.update(signal);
    expect(events.get(null).isIncomplete).toBe(true);
  });
});
