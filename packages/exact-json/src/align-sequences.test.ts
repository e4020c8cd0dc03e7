import { fc } from '../../../src/testing/fast-check.ts';
import { expect, it } from 'vitest';
import { alignSequences } from './align-sequences.ts';

/** The most items that two lists can keep in order, by the table of all beginnings. */
function mostInOrder(old: readonly string[], now: readonly string[]): number {
  let row = Array.from({ length: now.length + 1 }, () => 0);
  for (const item of old) {
    const above = row;
    row = [0];
    for (const [index, other] of now.entries()) {
      row.push(item === other ? (above[index] ?? 0) + 1 : Math.max(above[index + 1] ?? 0, row[index] ?? 0));
    }
  }
  return row.at(-1) ?? 0;
}

it('keeps as many items in their order as can be kept', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 14 });
  fc.assert(
    fc.property(list, list, (old, now) => {
      const partners = alignSequences(old.length, now.length, (index, other) => old[index] === now[other]);
      const pairs = [...(partners ?? [])].flatMap((other, index) =>
        other < 0 ? [] : [[index, other] as const],
      );
      expect(pairs.map(([index]) => old[index])).toEqual(pairs.map(([, other]) => now[other]));
      const others = pairs.map(([, other]) => other);
      expect(others).toEqual([...new Set(others)].toSorted((a, b) => a - b));
      expect(pairs).toHaveLength(mostInOrder(old, now));
    }),
  );
});

it('gives up on lists that have little in common', () => {
  expect(alignSequences(40, 40, () => false)).toBe(null);
});
