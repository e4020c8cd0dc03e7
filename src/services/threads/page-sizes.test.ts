import { describe, expect, it } from 'vitest';
import { createPageSizes } from './page-sizes.ts';

describe('page sizes', () => {
  it('asks for as much as was wished while nothing is known, then for what fits', () => {
    const size = createPageSizes().of('c', 't');
    expect(size.fitting(30)).toBe(30);
    expect(size.isKnown()).toBe(false);
    size.seen(31_000_000, 31);
    expect(size.isKnown()).toBe(true);
    expect(size.fitting(30)).toBe(4);
    size.seen(50_000, 5);
    expect(size.fitting(30)).toBe(30);
    size.seen(90_000_000, 1);
    expect(size.fitting(30)).toBe(1);
  });

  it('keeps threads apart, learns nothing from an empty answer, and forgets the thread seen longest ago', () => {
    const sizes = createPageSizes(100);
    sizes.of('c', 'first').seen(100, 1);
    sizes.of('c', 'first').seen(2, 0);
    expect(sizes.of('c', 'first').fitting(9)).toBe(1);
    expect(sizes.of('d', 'first').fitting(9)).toBe(9);
    for (let index = 0; index < 500; index += 1) sizes.of('c', `${index}`).seen(50, 1);
    expect(sizes.of('c', '0').fitting(9)).toBe(2);
    expect(sizes.of('c', 'first').fitting(9)).toBe(9);
  });
});
