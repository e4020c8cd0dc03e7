import { describe, expect, it } from 'vitest';
import { RowOffsets } from './row-offsets.ts';

describe('RowLayout', () => {
  it('makes room below the rows that have something to read', () => {
    const layout = new RowOffsets(
      10,
      20,
      new Map([
        [7, 50],
        [2, 100],
      ]),
    );
    expect([0, 2, 3, 7, 8].map((row) => layout.offsetOf(row))).toEqual([0, 40, 160, 240, 310]);
    expect([0, 59, 120, 160, 239, 5000].map((offset) => layout.rowAt(offset))).toEqual([0, 2, 2, 3, 6, 9]);
    expect(layout.height).toBe(350);
    expect(layout.scrollTopFor(3, 0, 100)).toBe(80);
    expect(layout.scrollTopFor(0, 90, 100)).toBe(0);
    expect(layout.scrollTopFor(3, 100, 100)).toBeNull();
    expect(layout.scrollTopFor(3, 0, 100, 15)).toBe(95);
    expect(layout.scrollTopFor(1, 90, 100, 15)).toBe(5);
    expect(layout.scrollTopFor(0, 90, 100, 15)).toBe(0);
  });

  it('reaches the last of three million rows within what browsers can draw', () => {
    const layout = new RowOffsets(3_000_000, 22);
    expect(layout.height).toBe(12_000_000);
    const bottom = layout.height - 500;
    const { to, from, shift } = layout.inView(bottom, 500);
    expect(to).toBe(3_000_000);
    expect(layout.offsetOf(to) + shift).toBeCloseTo(layout.height, 3);
    expect(to - from).toBeLessThan(60);
    expect(layout.scrollTopFor(2_999_999, 0, 500)).toBeCloseTo(bottom, 3);
  });

  it.each([
    ['the top', 1000, 0, [0, 8, 0]],
    ['the middle', 1000, 2000, [98, 108, 1960]],
    ['the end', 1000, 19_900, [993, 1000, 19_860]],
    ['past the end, after a filter', 10, 19_900, [7, 10, 140]],
    ['an empty list', 0, 0, [0, 0, 0]],
  ] as const)('has few rows in view: %s', (_, count, top, [from, to, at]) => {
    const layout = new RowOffsets(count, 20);
    const visible = layout.inView(top, 100, 2);
    expect(visible).toMatchObject({ from, to });
    expect(layout.offsetOf(from) + visible.shift).toBe(at);
  });
});
