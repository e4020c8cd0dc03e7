import { describe, expect, it } from 'vitest';
import { nodeInDirection, type Direction } from './keyboard-navigation.ts';
import type { VisibleEdge } from '../model/visible-graph.ts';

const box = (x: number, y: number) => ({ x, y, width: 100, height: 40 });
/** a above b and c side by side, d below b; `far` is nobody's neighbour. */
const boxes = new Map([
  ['a', box(100, 0)],
  ['b', box(0, 100)],
  ['c', box(200, 100)],
  ['d', box(0, 200)],
  ['far', box(400, 100)],
]);
const edge = (source: string, target: string): VisibleEdge => ({
  id: `${source}${target}`,
  source,
  target,
  conditional: false,
  labels: [],
});
const edges = [edge('a', 'b'), edge('a', 'c'), edge('b', 'd'), edge('d', 'a')];

describe('walk', () => {
  it.each<[string | null, Direction, string | null]>([
    [null, 'down', 'a'],
    ['gone', 'up', 'a'],
    ['a', 'down', 'b'],
    ['b', 'down', 'd'],
    ['d', 'up', 'b'],
    ['c', 'up', 'a'],
    ['b', 'right', 'c'],
    ['c', 'right', 'far'],
    ['a', 'up', null],
    ['b', 'left', null],
  ])('from %s %s leads to %s', (from, direction, to) => {
    expect(nodeInDirection(boxes, edges, from, direction)).toBe(to);
  });

  it('knows no way in an empty graph', () => {
    expect(nodeInDirection(new Map(), [], null, 'down')).toBeNull();
  });
});
