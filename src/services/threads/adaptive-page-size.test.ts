import { describe, expect, it } from 'vitest';
import { createAdaptivePageSizes } from './adaptive-page-size.ts';

describe('page sizes', () => {
  it('are as requested while nothing is known, then as large as fits', () => {
    const size = createAdaptivePageSizes().of('c', 't');
    expect(size.limitFor(30)).toBe(30);
    expect(size.isKnown()).toBe(false);
    size.record(31_000_000, 31);
    expect(size.isKnown()).toBe(true);
    expect(size.limitFor(30)).toBe(4);
    size.record(50_000, 5);
    expect(size.limitFor(30)).toBe(30);
    size.record(90_000_000, 1);
    expect(size.limitFor(30)).toBe(1);
  });

  it('are learned per thread, not from an empty response, and for the most recently used threads', () => {
    const sizes = createAdaptivePageSizes(100);
    sizes.of('c', 'first').record(100, 1);
    sizes.of('c', 'first').record(2, 0);
    expect(sizes.of('c', 'first').limitFor(9)).toBe(1);
    expect(sizes.of('d', 'first').limitFor(9)).toBe(9);
    for (let index = 0; index < 500; index += 1) sizes.of('c', `${index}`).record(50, 1);
    expect(sizes.of('c', '0').limitFor(9)).toBe(2);
    expect(sizes.of('c', 'first').limitFor(9)).toBe(9);
  });

  it('return an overlapping row once, for its own cursor and thread, and not when it is old', () => {
    let nowMs = 0;
    const sizes = createAdaptivePageSizes(100, () => nowMs);
    const row = { checkpointId: 'n2', parentId: null, text: '{}' };
    const size = sizes.of('c', 't');
    size.storeOverlap('n1', row);
    expect(sizes.of('c', 'other').takeOverlap('n1')).toBeNull();
    expect(size.takeOverlap('n0')).toBeNull();
    expect(size.takeOverlap('n1')).toEqual(row);
    expect(size.takeOverlap('n1')).toBeNull();
    size.storeOverlap('n1', row);
    nowMs = 30_001;
    expect(size.takeOverlap('n1')).toBeNull();
  });
});
