import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boundedDurationText, boundedDurationWords, hasZone, timeTitle } from './format.ts';

const times = [
  ['2026-11-20T22:00:00.173Z', '2026-11-20T22:00:00.173Z', true],
  ['2026-11-20T22:00:00.173456+00:00', '2026-11-20T22:00:00.173Z', true],
  ['2026-11-20T22:00:00.173456-0530', '2026-11-21T03:30:00.173Z', true],
  ['2026-11-20T22:00:00.173456', null, false],
  ['2026-11-20T22:00:00', null, false],
] as const;

describe.each(['UTC', 'Asia/Kolkata', 'America/St_Johns'])('in the zone %s', (zone) => {
  beforeEach(() => {
    vi.stubEnv('TZ', zone);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each(times)('%s is shown as it came, with the local time', (at, instant, zoned) => {
    const date = new Date(at);
    expect(zoned ? date.toISOString() : null).toBe(instant);
    const [asItCame, reading = ''] = timeTitle(at, date).split('\n');
    expect(asItCame).toBe(at);
    const here = date.toLocaleString(undefined, { timeZone: zone });
    expect(reading.startsWith(here)).toBe(true);
    expect(hasZone(at)).toBe(zoned);
    expect(reading.includes('no time zone')).toBe(!zoned);
  });
});

it.each([
  [1200, 'exact', '1.2 s', '1.2 s'],
  [1200, 'atMost', '≤ 1.2 s', 'at most 1.2 s'],
  [1200, 'atLeast', '≥ 1.2 s', 'at least 1.2 s'],
  // One sign says it all.
  [0.4, 'exact', '<1 ms', '<1 ms'],
  [0, 'atMost', '<1 ms', '<1 ms'],
  [0.4, 'atLeast', '≥ 0 ms', 'at least 0 ms'],
] as const)('%d ms, %s, reads %s', (ms, bound, text, words) => {
  expect(boundedDurationText(ms, bound)).toBe(text);
  expect(boundedDurationWords(ms, bound)).toBe(words);
});
