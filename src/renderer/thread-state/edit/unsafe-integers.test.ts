import { expect, it } from 'vitest';
import { unsafeIntegers } from './analyze-edit.ts';

it('an edit warns of integers beyond 64 bits, and of no others', () => {
  const valueText =
    '[18446744073709551615, 18446744073709551616, {"a": -9223372036854775809}, 1e400, 0.10000000000000000000001]';
  expect(unsafeIntegers([{ key: 'a', valueText }]).toSorted()).toEqual([
    '-9223372036854775809',
    '18446744073709551616',
  ]);
});
