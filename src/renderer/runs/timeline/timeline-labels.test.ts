import { describe, expect, it } from 'vitest';
import { shortTaskTime, taskTimeText, workedTimeText } from './timeline-labels.ts';

const time = (ms: number, bound: 'exact' | 'atMost' | 'atLeast') => ({ ms, sumMs: ms, bound, isSeen: false });

describe('the time of a task', () => {
  it('says of a bound that it is one, and never that an unknown time was short', () => {
    expect(workedTimeText(time(3200, 'exact'))).toBe('3.2 s');
    expect(workedTimeText(time(3200, 'atMost'))).toBe('at most 3.2 s');
    expect(workedTimeText(time(3200, 'atLeast'))).toBe('at least 3.2 s');
    expect(workedTimeText(null)).toBe('time unknown');
  });

  it('is not said of what has no end', () => {
    expect(taskTimeText('running', null)).toBe('');
    expect(taskTimeText('interrupted', time(10, 'exact'))).toBe('');
    expect(taskTimeText('cancelled', null)).toBe('time unknown');
  });

  it('is shorter beside a status, and left out there if it is unknown', () => {
    expect(shortTaskTime('finished', time(3200, 'atMost'))).toBe('at most 3.2 s');
    expect(shortTaskTime('cancelled', time(3200, 'atMost'))).toBe('≤ 3.2 s');
    expect(shortTaskTime('cancelled', null)).toBe('');
    expect(shortTaskTime('running', time(3200, 'atLeast'))).toBe('');
  });
});
