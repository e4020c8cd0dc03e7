import { describe, expect, it } from 'vitest';
import { assignLayers } from './layering.ts';

const none = { top: new Set<number>(), bottom: new Set<number>() };
const link = (upper: number, lower: number, span = 1) => ({ upper, lower, span });

describe('layersOf', () => {
  it.each([
    ['a chain', 3, [link(0, 1), link(1, 2)], [0, 1, 2]],
    [
      'a way around, as long as the longest',
      4,
      [link(0, 1), link(1, 2), link(0, 3), link(2, 3)],
      [0, 1, 2, 3],
    ],
    ['room for a label', 3, [link(0, 1, 2), link(1, 2)], [0, 2, 3]],
    ['a late entry next to where it leads', 4, [link(0, 1), link(1, 2), link(3, 2)], [0, 1, 2, 1]],
  ])('gives layers to %s', (_, count, links, expected) => {
    const order = [0, 3, 1, 2].filter((item) => item < count);
    const inFlow = count === 4 && links.some(({ lower }) => lower === 3) ? [0, 1, 2, 3] : order;
    expect([...assignLayers(count, links, inFlow, none)]).toEqual(expected);
  });

  it('keeps what comes in at the top and what goes out at the bottom', () => {
    const sides = { top: new Set([2]), bottom: new Set([3]) };
    const links = [link(2, 0), link(0, 1), link(0, 3)];
    expect([...assignLayers(4, links, [2, 0, 1, 3], sides)]).toEqual([1, 2, 0, 3]);
  });
});
