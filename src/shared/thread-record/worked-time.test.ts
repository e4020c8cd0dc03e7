import { describe, expect, it } from 'vitest';
import { recordedExecution as execution, recordedSpan as span } from '../../testing/thread-records.ts';
import { workedTime } from './worked-time.ts';

const time = (...spans: readonly ReturnType<typeof span>[]) => {
  const worked = workedTime([execution('a', 'x', 'y', { spans: [...spans] })]);
  return worked && `${worked.bound} ${worked.ms} of ${worked.sumMs}${worked.isSeen ? ' seen' : ''}`;
};
const bounded = { start: 'atLeast', end: 'atMost' } as const;

describe('workedTime', () => {
  it('adds up what ran one after another, without the time between', () => {
    expect(time(span('r1', 100, 150), span('r2', 9000, 9030))).toBe('exact 80 of 80');
  });

  it('counts by the clock what ran side by side, and has the sum besides', () => {
    expect(time(span('r', 0, 100), span('r', 20, 120), span('r', 20, 60))).toBe('exact 120 of 240');
  });

  it('has the time of a superstep as an upper bound', () => {
    expect(time(span('r', 0, 500, bounded), span('r', 0, 500, bounded))).toBe('atMost 500 of 1000');
  });

  it('is a lower bound where some time is unknown, and unknown where bounds contradict', () => {
    expect(time(span('r', 0, 50), span('r'))).toBe('atLeast 50 of 50');
    expect(time(span('r'))).toBeNull();
    expect(time()).toBeNull();
    expect(time(span('r', 0, 50, bounded), span('r'))).toBeNull();
  });

  it('does not end before it begins', () => {
    expect(time(span('r', 50, 40))).toBe('exact 0 of 0');
  });

  it('leaves out what still runs, and other runs', () => {
    const running = execution('a', 'x', null, {
      status: 'running',
      spans: [span('r1', 0, 10), span('r2', 100)],
    });
    expect(workedTime([running])).toMatchObject({ ms: 10, bound: 'exact' });
    expect(workedTime([running], 'r2')).toBeNull();
  });

  it('is unknown in a run that may have worked longer, as in an unknown run', () => {
    const unclear = execution('a', 'x', 'y', {
      spans: [span('r1', 0, 50, bounded), { ...span('r2', 100, 150, bounded), runId: null }],
    });
    expect(workedTime([unclear], 'r1')).toBeNull();
    expect(workedTime([unclear])).toMatchObject({ bound: 'atMost', sumMs: 100 });
  });

  it('says that arrival here was the measure', () => {
    const seenTime = { ms: 5, bound: 'exact', source: 'seen' } as const;
    expect(time({ ...span('r', 0, 10), endedAt: seenTime })).toBe('exact 5 of 5 seen');
  });
});
