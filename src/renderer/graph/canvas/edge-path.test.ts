import { describe, expect, it } from 'vitest';
import { roundedPath, straightRoute } from './edge-path.ts';

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

describe('straightRoute', () => {
  const box = (x: number, y: number) => ({ x, y, width: 100, height: 40 });
  it.each([
    ['from side to side', box(0, 0), box(200, 0), [100, 20, 200, 20]],
    ['upwards', box(0, 200), box(0, 0), [50, 200, 50, 40]],
    [
      'from the middle of a container to what lies in it',
      { x: 0, y: 0, width: 500, height: 500 },
      box(200, 0),
      [250, 250, 250, 40],
    ],
  ])('leads %s', (_, from, to, numbers) => {
    expect(straightRoute(from, to).flatMap(({ x, y }) => [x, y])).toEqual(numbers);
  });

  it('makes a loop beside one box', () => {
    expect(straightRoute(box(0, 0), box(0, 0))).toHaveLength(4);
  });
});
