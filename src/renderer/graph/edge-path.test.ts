import { describe, expect, it } from 'vitest';
import { roundedPath } from './edge-path.ts';

const p = (x: number, y: number) => ({ x, y });

describe('roundedPath', () => {
  it.each([
    ['nothing', [], ''],
    ['one point', [p(1, 2)], 'M1 2'],
    ['a straight line', [p(0, 0), p(0, 10)], 'M0 0L0 10'],
    ['a corner', [p(0, 0), p(0, 20), p(20, 20)], 'M0 0L0 12Q0 20 8 20L20 20'],
    ['a corner next to a short segment', [p(0, 0), p(0, 20), p(6, 20)], 'M0 0L0 17Q0 20 3 20L6 20'],
    ['a bend that lies on another', [p(0, 0), p(0, 20), p(0, 20), p(20, 20)], 'M0 0L0 20L0 20L20 20'],
  ])('draws %s', (_, points, path) => {
    expect(roundedPath(points, 8)).toBe(path);
  });
});
