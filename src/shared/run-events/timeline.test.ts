import { describe, expect, it } from 'vitest';
import type { RunFrame, RunOutcome } from '../model/run.ts';
import {
  taskResult,
  buildFrames,
  taskStart,
  type FrameEntry,
} from '../../testing/renderer/run-frame-builder.ts';
import { createTaskReader } from './task-frame.ts';
import { createTimelineReducer, type TimelineReducer } from './timeline.ts';

function timelineOf(...entries: readonly FrameEntry[]): TimelineReducer {
  const timeline = createTimelineReducer();
  const read = createTaskReader();
  for (const frame of buildFrames(...entries)) timeline.add(frame, read(frame));
  return timeline;
}

/** `label start-end status`, indented by depth. */
function rows(frames: readonly RunFrame[], outcome?: RunOutcome): string[] {
  const timeline = createTimelineReducer();
  const read = createTaskReader();
  for (const frame of frames) timeline.add(frame, read(frame));
  if (outcome) timeline.end({ outcome, error: null, incomplete: false });
  return timeline
    .rows()
    .map(
      ({ label, depth, startMs, endMs, status, container }) =>
        `${'  '.repeat(depth)}${label}${container ? '/' : ''} ${startMs}-${endMs ?? ''} ${status}`,
    );
}

describe('createTimeline', () => {
  it('nests tasks by subgraph, each under its own container', () => {
    const frames = buildFrames(
      taskStart('t1', 'plan'),
      taskResult('t1', 'plan'),
      taskStart('t2', 'write'),
      taskStart('t3', 'draft', 'write:t2'),
      taskResult('t3', 'draft', {}, 'write:t2'),
      taskResult('t2', 'write'),
      taskStart('t4', 'review'),
    );
    expect(rows(frames)).toEqual([
      'plan 0-100 finished',
      'write/ 200-500 finished',
      '  draft 300-400 finished',
      'review 600- running',
    ]);
  });

  it('has a row per visit and per parallel task', () => {
    const frames = buildFrames(
      taskStart('t1', 'work'),
      taskStart('t2', 'work'),
      taskResult('t1', 'work'),
      taskResult('t2', 'work'),
    );
    expect(rows(frames)).toEqual(['work 0-200 finished', 'work 100-300 finished']);
  });

  it('makes a container whose start was not seen', () => {
    expect(rows(buildFrames(taskStart('t2', 'polish', 'write:t0', 'deep:t1')))).toEqual([
      'write/ 0- running',
      '  deep/ 0- running',
      '    polish 0- running',
    ]);
  });

  it.each<[RunOutcome, string]>([
    ['finished', 'slow 0-0 finished'],
    ['failed', 'slow 0-0 failed'],
    ['interrupted', 'slow 0-0 unknown'],
    ['cancelled', 'slow 0-0 stopped'],
    ['lost', 'slow 0-0 unknown'],
  ])('ends open bars with the run: %s', (outcome, row) => {
    expect(rows(buildFrames(taskStart('t1', 'slow')), outcome)).toEqual([row]);
  });

  it('leaves a task waiting in which another one waits', () => {
    const frames = buildFrames(
      taskStart('t1', 'write'),
      taskStart('t2', 'ask', 'write:t1'),
      taskResult('t2', 'ask', { interrupts: [{ id: 'i', value: 'Go on?' }] }, 'write:t1'),
    );
    expect(rows(frames, 'interrupted').map((row) => row.split(' ').at(-1))).toEqual(['waiting', 'waiting']);
  });

  it('what an attempt left open ends where the next one begins', () => {
    const frames = buildFrames(
      ['metadata', { run_id: 'r', attempt: 1 }],
      taskStart('t1', 'write'),
      taskStart('t2', 'draft', 'write:t1'),
      ['metadata', { run_id: 'r', attempt: 2 }],
      taskStart('t3', 'write'),
    );
    expect(rows(frames)).toEqual(['write/ 100-200 stopped', '  draft 200-200 stopped', 'write 400- running']);
  });

  it('ends what is open inside of a task with that task', () => {
    const frames = buildFrames(
      taskStart('t1', 'load'),
      taskStart('t2', 'count', 'load:t1'),
      taskStart('t3', 'deep', 'load:t1'),
      taskStart('t4', 'parse', 'load:t1', 'deep:t3'),
      taskResult('t1', 'load'),
    );
    expect(rows(frames)).toEqual([
      'load/ 0-400 finished',
      '  count 100-400 stopped',
      '  deep/ 200-400 stopped',
      '    parse 300-400 stopped',
    ]);
  });

  it('ends what a failed call of a subgraph left open where its next call begins, and not a call beside it', () => {
    const calls = buildFrames(
      taskStart('t1', 'load'),
      taskStart('t2', 'count', 'load:t1'),
      taskStart('t3', 'parse', 'load:t1'),
      taskStart('t4', 'count', 'load:t1', '1'),
    );
    expect(rows(calls)).toEqual([
      'load/ 0- running',
      '  count 100- running',
      '  parse 200- running',
      '  count 300- running',
    ]);
    const failed = buildFrames(
      taskStart('t1', 'load'),
      taskStart('t2', 'count', 'load:t1'),
      taskStart('t3', 'parse', 'load:t1'),
      taskResult('t3', 'parse', { error: 'it broke' }, 'load:t1'),
      taskStart('t4', 'count', 'load:t1', '1'),
    );
    expect(rows(failed)).toEqual([
      'load/ 0- running',
      '  count 100-400 stopped',
      '  parse 200-300 failed',
      '  count 400- running',
    ]);
  });

  it('a task that the next attempt begins again is one bar, and runs', () => {
    const again = [['metadata', { run_id: 'r', attempt: 2 }], taskStart('t1', 'slow')] as const;
    expect(rows(buildFrames(taskStart('t1', 'slow'), ...again))).toEqual(['slow 0- running']);
    expect(rows(buildFrames(taskStart('t1', 'slow'), ...again, taskResult('t1', 'slow')))).toEqual([
      'slow 0-300 finished',
    ]);
  });

  it('marks a task that failed without saying so once the run failed', () => {
    const frames = buildFrames(taskStart('t1', 'boom'), taskResult('t1', 'boom', { result: {} }));
    expect(rows(frames, 'failed')).toEqual(['boom 0-100 failed']);
  });

  it('marks what waits', () => {
    const frames = buildFrames(
      taskStart('t1', 'ask'),
      taskResult('t1', 'ask', { result: {}, interrupts: [{ id: 'i' }] }),
    );
    expect(rows(frames, 'interrupted')).toEqual(['ask 0-100 waiting']);
  });

  it('keeps the tasks of one call of a subgraph together where two calls run side by side', () => {
    const frames = buildFrames(
      taskStart('t1', 'tools'),
      taskStart('a1', 'model', 'tools:t1'),
      taskStart('b1', 'model', 'tools:t1', '1'),
      taskResult('a1', 'model', {}, 'tools:t1'),
      taskStart('a2', 'act', 'tools:t1'),
      taskStart('deep', 'look', 'tools:t1', 'act:a2'),
      taskResult('b1', 'model', {}, 'tools:t1', '1'),
      taskStart('b2', 'act', 'tools:t1', '1'),
    );
    expect(rows(frames)).toEqual([
      'tools/ 0- running',
      '  model 100-300 finished',
      '  act/ 400- running',
      '    look 500- running',
      '  model 200-600 finished',
      '  act 700- running',
    ]);
  });

  it('calls no task failed whose call goes on beside another one', () => {
    const frames = buildFrames(
      taskStart('t1', 'tools'),
      taskStart('a1', 'model', 'tools:t1'),
      ['updates', { other: { log: 1 } }, 'tools:t1'],
      taskResult('a1', 'model', { result: {} }, 'tools:t1'),
      taskStart('b1', 'model', 'tools:t1', '1'),
      taskStart('a2', 'act', 'tools:t1'),
      taskResult('a2', 'act', {}, 'tools:t1'),
      taskResult('b1', 'model', {}, 'tools:t1', '1'),
    );
    expect(rows(frames).slice(1)).toEqual([
      '  model 100-300 finished',
      '  act 500-600 finished',
      '  model 400-700 finished',
    ]);
  });

  it('counts how often a node ran in a loop, and not what ran side by side', () => {
    const timeline = timelineOf(
      taskStart('a1', 'model'),
      taskResult('a1', 'model'),
      taskStart('t1', 'tools'),
      taskStart('t2', 'tools'),
      taskResult('t1', 'tools'),
      taskResult('t2', 'tools'),
      taskStart('a2', 'model'),
    );
    expect(
      timeline.rows().map(({ label, siblings }) => `${label} ${siblings.visit}/${siblings.loop.visits}`),
    ).toEqual(['model 1/2', 'tools 1/1', 'tools 1/1', 'model 2/2']);
  });

  it('has a span for each attempt of a task', () => {
    const timeline = timelineOf(
      taskStart('t1', 'slow'),
      taskStart('t2', 'other'),
      ['metadata', { run_id: 'r', attempt: 2 }],
      taskStart('t1', 'slow'),
      taskResult('t1', 'slow'),
    );
    expect(timeline.rowOf('t1')).toMatchObject({
      startMs: 0,
      endMs: 400,
      attempts: 2,
      earlierAttempts: [{ startMs: 0, endMs: 100, nextMs: 300 }],
    });
  });

  it('shows what a task wrote', () => {
    const timeline = timelineOf(taskStart('t1', 'ask'), taskResult('t1', 'ask', { result: { note: 'yes' } }));
    expect(timeline.rowOf('t1')?.written).toBe('note: "yes"');
  });
});
