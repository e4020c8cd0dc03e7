import { describe, expect, it } from 'vitest';
import type { TimelineRow } from '../../../../shared/run-events/timeline/timeline-row.ts';
import { timelineTask as task } from '../../../../testing/renderer/timeline-task.ts';
import { statusOfGroup, summarizeGroup } from './task-group.ts';

const many = (count: number, more: Partial<TimelineRow> = {}): TimelineRow[] =>
  Array.from({ length: count }, (_, at) => task(`t${at}`, { endMs: 10 + at, ...more }));

describe('the summary of a group', () => {
  it('has the fastest, the median and the slowest of what ended', () => {
    const rows = [...many(5), task('w', { status: 'waiting', endMs: 900 })];
    expect(summarizeGroup({ rows })).toMatchObject({
      fastestMs: 10,
      medianMs: 12,
      slowestMs: 14,
      startMs: 0,
      endMs: 900,
      counts: { finished: 5, waiting: 1 },
      retried: 0,
    });
  });

  it('has no end while one of them runs, and no durations before one ended', () => {
    const rows = many(5, { status: 'running', attempts: 2 }).map((row) => ({ ...row, endMs: null }));
    expect(summarizeGroup({ rows })).toMatchObject({
      endMs: null,
      fastestMs: null,
      slowestMs: null,
      retried: 5,
    });
  });

  it('has the status that needs attention most', () => {
    const of = (...statuses: TimelineRow['status'][]) =>
      statusOfGroup(summarizeGroup({ rows: statuses.map((status, at) => task(`t${at}`, { status })) }));
    expect(of('finished', 'finished')).toBe('finished');
    expect(of('finished', 'running')).toBe('running');
    expect(of('running', 'waiting')).toBe('waiting');
    expect(of('waiting', 'failed', 'finished')).toBe('failed');
  });
});
