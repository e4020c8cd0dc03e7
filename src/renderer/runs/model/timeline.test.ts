import { describe, expect, it } from 'vitest';
import type { RunFrame, RunOutcome } from '../../../shared/model/runs/run.ts';
import { taskResult, buildFrames, taskStart } from '../../../testing/renderer/run-frame-builder.ts';
import { createTaskReader } from '../frames/task-frame.ts';
import { createTimelineReducer } from './timeline.ts';

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
    ['interrupted', 'slow 0-0 waiting'],
    ['cancelled', 'slow 0-0 stopped'],
    ['lost', 'slow 0-0 unknown'],
  ])('ends open bars with the run: %s', (outcome, row) => {
    expect(rows(buildFrames(taskStart('t1', 'slow')), outcome)).toEqual([row]);
  });

  it('T-3: what an attempt left open ends where the next one begins', () => {
    const frames = buildFrames(
      ['metadata', { run_id: 'r', attempt: 1 }],
      taskStart('t1', 'write'),
      taskStart('t2', 'draft', 'write:t1'),
      ['metadata', { run_id: 'r', attempt: 2 }],
      taskStart('t3', 'write'),
    );
    expect(rows(frames)).toEqual(['write/ 100-200 stopped', '  draft 200-200 stopped', 'write 400- running']);
  });

  it('R-15: ends what is open inside of a task with that task', () => {
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

  it('R-15: ends what a failed call of a subgraph left open where its next call begins, and not a call beside it', () => {
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

  it('T-3: a task that the next attempt begins again is one bar, and runs', () => {
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
});
