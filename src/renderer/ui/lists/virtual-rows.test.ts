import { describe, expect, it } from 'vitest';
import { rowsInView, scrollTopFor, spaceHeight } from './virtual-rows.ts';

describe('the rows in view', () => {
  it.each([
    ['the top', [1000, 20, 0, 100], [0, 7, 0]],
    ['the middle', [1000, 20, 2000, 100], [98, 107, 1960]],
    ['the end', [1000, 20, 19_900, 100], [993, 1000, 19_860]],
    ['past the end, after a filter', [10, 20, 19_900, 100], [10, 10, 200]],
    ['an empty list', [0, 20, 0, 100], [0, 0, 0]],
  ] as const)('are few: %s', (_, [count, height, top, view], [from, to, at]) => {
    expect(rowsInView(count, height, top, view, 2)).toEqual({ from, to, top: at });
  });

  it('U-7: reach the last of more rows than a browser can draw below each other', () => {
    const [count, height, view] = [5_000_000, 24, 240];
    const space = spaceHeight(count, height);
    expect(space).toBeLessThan(16_000_000);
    const atEnd = rowsInView(count, height, space - view, view, 0);
    expect(atEnd.to).toBe(count);
    expect(atEnd.top + (atEnd.to - atEnd.from) * height).toBeCloseTo(space);
    const top = scrollTopFor(2_500_000, count, height, 0, view) ?? 0;
    const found = rowsInView(count, height, top, view, 0);
    expect(found.from).toBeLessThanOrEqual(2_500_000);
    expect(found.to).toBeGreaterThan(2_500_000);
  });

  it('stay where they are for a row that is among them', () => {
    expect(scrollTopFor(5, 100, 20, 100, 100)).toBeNull();
    expect(scrollTopFor(4, 100, 20, 100, 100)).toBe(80);
    expect(scrollTopFor(10, 100, 20, 100, 100)).toBe(120);
  });
});
