import { describe, expect, it } from 'vitest';
import type { TimelineTask } from '../../../shared/thread-record/timeline-task.ts';
import { timelineTask as task } from '../../../testing/renderer/timeline-task.ts';
import { statusOfGroup, summarizeGroup } from './task-group.ts';

const many = (count: number, more: Partial<TimelineTask> = {}): TimelineTask[] =>
  Array.from({ length: count }, (_, index) => task(`t${index}`, { endMs: 10 + index, ...more }));

describe('the summary of a group', () => {
  it('has the fastest, the median and the slowest of what ended', () => {
    const tasks = [...many(5), task('w', { status: 'interrupted', endMs: 900 })];
    expect(summarizeGroup({ tasks })).toMatchObject({
      fastestMs: 10,
      medianMs: 12,
      slowestMs: 14,
      sumMs: 60,
      isBound: false,
      startMs: 0,
      endMs: 900,
      counts: { finished: 5, interrupted: 1 },
      retried: 0,
    });
  });

  it('has no end while one of them runs, and no durations before one ended', () => {
    const tasks = many(5, { status: 'running', attempts: 2 }).map((one) => ({ ...one, endMs: null }));
    expect(summarizeGroup({ tasks })).toMatchObject({
      endMs: null,
      fastestMs: null,
      slowestMs: null,
      retried: 5,
    });
  });

  it('has no durations where only the time of all is known', () => {
    const tasks = many(5, { time: { ms: 10, sumMs: 10, bound: 'atMost', isSeen: false } });
    expect(summarizeGroup({ tasks })).toMatchObject({
      isBound: true,
      fastestMs: null,
      slowestMs: null,
      sumMs: null,
      endMs: 14,
    });
  });

  it('has the status that needs attention most', () => {
    const of = (...statuses: TimelineTask['status'][]) =>
      statusOfGroup(
        summarizeGroup({ tasks: statuses.map((status, index) => task(`t${index}`, { status })) }),
      );
    expect(of('finished', 'finished')).toBe('finished');
    expect(of('finished', 'running')).toBe('running');
    expect(of('running', 'interrupted')).toBe('interrupted');
    expect(of('interrupted', 'failed', 'finished')).toBe('failed');
  });
});
