import { describe, expect, it } from 'vitest';
import type { Wait } from '../../../shared/thread-record/timeline-axis.ts';
import { axisTimes } from './timeline-layout.ts';

const texts = (fromMs: number, toMs: number, waits: readonly Wait[] = [], limit = 4) =>
  axisTimes(fromMs, toMs, waits, limit).map(({ text }) => text);

describe('axisTimes', () => {
  it('has few round times after the start', () => {
    expect(texts(0, 4000)).toEqual(['1 s', '2 s', '3 s', '4 s']);
    expect(texts(-700, 900)).toEqual(['500 ms']);
    expect(texts(0, 0)).toEqual([]);
  });

  it('distinguishes the times of a small span', () => {
    expect(texts(1001, 1009)).toEqual(['1.002 s', '1.004 s', '1.006 s', '1.008 s']);
    expect(texts(125_000, 127_000)).toEqual([
      '2 min 5 s',
      '2 min 5.5 s',
      '2 min 6 s',
      '2 min 6.5 s',
      '2 min 7 s',
    ]);
  });

  it('does not count a wait, and puts no time beside one', () => {
    const wait: Wait = { before: 1, fromMs: 2000, toMs: 3000, ms: 3_600_000, isShortened: true };
    expect(axisTimes(0, 5000, [wait], 4)).toEqual([
      { atMs: 1000, text: '1 s' },
      { atMs: 4000, text: '3 s' },
      { atMs: 5000, text: '4 s' },
    ]);
  });
});
