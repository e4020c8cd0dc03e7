import { describe, expect, it } from 'vitest';
import { straightened } from './straighten.ts';

const route = (...at: readonly (readonly [number, number])[]) => at.map(([x, y]) => ({ x, y }));

describe('straightened', () => {
  it.each([
    ['a sidestep at the start', route([0, 0], [0, 9], [3, 9], [3, 40]), route([3, 0], [3, 40])],
    [
      'a sidestep at the end',
      route([0, 0], [0, 9], [50, 9], [50, 40], [48, 40], [48, 60]),
      route([0, 0], [0, 9], [50, 9], [50, 60]),
    ],
    ['a way around', route([0, 0], [0, 9], [30, 9], [30, 40]), route([0, 0], [0, 9], [30, 9], [30, 40])],
    ['a straight line', route([0, 0], [0, 40]), route([0, 0], [0, 40])],
    ['nothing', [], []],
    [
      'a loop beside a node',
      route([0, 0], [-9, 0], [-9, 4], [0, 4]),
      route([0, 0], [-9, 0], [-9, 4], [0, 4]),
    ],
  ])('mends %s', (_, before, after) => {
    expect(straightened(before)).toEqual(after);
  });
});
