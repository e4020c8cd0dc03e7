import { expect, it } from 'vitest';
import { maxRunsCounted } from '../shared/model/cron.ts';
import { readCronSchedule } from './read-cron-schedule.ts';

const now = Date.parse('2026-03-27T12:00:00Z');

it('reads the next times in the time zone of the cron, over the change of the clock', () => {
  expect(readCronSchedule('0 9 * * *', 'Europe/Berlin', null, now)).toEqual({
    words: 'At 09:00',
    // Summer time begins on the 29th.
    next: [
      '2026-03-28T08:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
      '2026-03-30T07:00:00.000Z',
      '2026-03-31T07:00:00.000Z',
      '2026-04-01T07:00:00.000Z',
    ],
    due: null,
    problem: null,
  });
});

it('is in UTC without a time zone', () => {
  expect(readCronSchedule('30 6 * * 1', null, null, now).next[0]).toBe('2026-03-30T06:30:00.000Z');
});

it('counts how often it was due, up to a bound', () => {
  expect(readCronSchedule('0 * * * *', null, now - 24 * 3_600_000, now).due).toBe(24);
  expect(readCronSchedule('* * * * *', null, 0, now).due).toBe(maxRunsCounted);
});

it.each([
  ['60 * * * *', null, 'Invalid value for minute: 60'],
  ['every day', null, 'It has five fields, but 2 are given.'],
  ['0 9 * * *', 'Nowhere/At_all', 'Nowhere/At_all'],
  ['0 0 30 2 *', null, 'This time never comes.'],
])('says why %j in %j can not be read', (schedule, timezone, problem) => {
  const reading = readCronSchedule(schedule, timezone, 0, now);
  expect(reading.next).toEqual([]);
  expect(reading.problem).toContain(problem);
});
