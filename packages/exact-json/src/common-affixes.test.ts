import { fc } from '../../../src/testing/fast-check.ts';
import { expect, it } from 'vitest';
import { commonPrefixLength, commonSuffixLength } from './common-affixes.ts';

it('finds what two texts have in common at their ends, of any length', () => {
  const middle = fc.constantFrom('', 'a', 'b', 'ab', 'é');
  const stretch = fc.constantFrom(0, 1, 2, 16_383, 16_384, 40_000).map((length) => 'a'.repeat(length));
  fc.assert(
    fc.property(stretch, middle, middle, stretch, (head, one, other, tail) => {
      const a = `${head}${one}${tail}`;
      const b = `${head}${other}${tail}`;
      const max = Math.min(a.length, b.length);
      const common = commonPrefixLength(a, 0, b, 0, max);
      expect(a.slice(0, common)).toBe(b.slice(0, common));
      expect(common === max || a[common] !== b[common]).toBe(true);
      const behind = commonSuffixLength(a, a.length, b, b.length, max);
      expect(a.slice(a.length - behind)).toBe(b.slice(b.length - behind));
      expect(behind === max || a.at(-behind - 1) !== b.at(-behind - 1)).toBe(true);
    }),
  );
});
