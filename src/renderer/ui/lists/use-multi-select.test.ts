import { expect, it } from 'vitest';
import { keysBetween } from './use-multi-select.ts';

it.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['b', 'b', ['b']],
  [null, 'c', ['c']],
  ['gone', 'c', ['c']],
])('a range from %s to %s is %j', (from, to, expected) => {
  expect(keysBetween(['a', 'b', 'c', 'd'], from, to)).toEqual(expected);
});
