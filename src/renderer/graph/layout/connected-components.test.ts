import { describe, expect, it } from 'vitest';
import { packComponents } from './pack-components.ts';
import { connectedComponents } from './connected-components.ts';

describe('partsOf', () => {
  it.each([
    ['nothing', 0, [], [], []],
    ['nodes alone', 3, [], [], [[0], [1], [2]]],
    [
      'what hangs together',
      4,
      [
        [0, 2],
        [3, 2],
      ],
      [],
      [[0, 2, 3], [1]],
    ],
    [
      'first what is connected with the outside',
      4,
      [[0, 1]],
      [2, 3],
      [
        [2, 3],
        [0, 1],
      ],
    ],
  ])('finds %s', (_, count, pairs, outside, parts) => {
    expect(
      connectedComponents(
        count,
        pairs.map(([from = 0, to = 0]) => ({ from, to })),
        outside,
      ),
    ).toEqual(parts);
  });
});

describe('packParts', () => {
  const part = (width: number, height: number) => ({ width, height });
  it('puts parts into rows, one after the other', () => {
    const { offsets } = packComponents([part(100, 50), part(100, 50), part(100, 50), part(100, 50)], false);
    expect(offsets.map(({ y }) => y)).toEqual([0, 0, 94, 94]);
  });

  it('keeps free what lies above and below a part that edges come to', () => {
    const { offsets, height } = packComponents([part(100, 300), part(80, 50), part(80, 50)], true);
    expect(offsets[0]).toEqual({ x: 0, y: 0 });
    expect(Math.min(...offsets.slice(1).map(({ x }) => x))).toBeGreaterThan(100);
    expect(height).toBe(300);
  });

  it('takes none', () => {
    expect(packComponents([], false)).toEqual({ width: 0, height: 0, offsets: [] });
  });
});
