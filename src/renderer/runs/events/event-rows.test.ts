import { describe, expect, it } from 'vitest';
import { framesOfMode, modesOf, rowsInView } from './event-rows.ts';
import { framesOf } from '../frame-builder.ts';

const frames = framesOf(['metadata', {}], ['values', {}], ['tasks', {}], ['values', {}], ['odd|mode', {}]);

describe('event rows', () => {
  it('counts the modes, unknown ones too', () => {
    expect(modesOf(frames)).toEqual([
      ['metadata', 1],
      ['values', 2],
      ['tasks', 1],
      ['odd|mode', 1],
    ]);
  });

  it.each([
    ['values', [1, 3]],
    ['nothing', []],
    [null, null],
  ])('finds the frames of %s', (mode, found) => {
    expect(framesOfMode(frames, mode)).toEqual(found);
  });

  it.each([
    ['the top', [1000, 20, 0, 100], [0, 7]],
    ['the middle', [1000, 20, 2000, 100], [98, 107]],
    ['the end', [1000, 20, 19_900, 100], [993, 1000]],
    ['past the end, after a filter', [10, 20, 19_900, 100], [10, 10]],
    ['an empty list', [0, 20, 0, 100], [0, 0]],
  ] as const)('draws only what is in view: %s', (_, [count, height, top, view], [from, to]) => {
    expect(rowsInView(count, height, top, view, 2)).toEqual({ from, to });
  });
});
