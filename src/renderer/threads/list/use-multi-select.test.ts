import { expect, it } from 'vitest';
import { aThread } from '../../../testing/builders.ts';
import { idsBetween } from './use-multi-select.ts';

const shown = ['a', 'b', 'c', 'd'].map((threadId) => aThread({ threadId }));

it.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['b', 'b', ['b']],
  [null, 'c', ['c']],
  ['gone', 'c', ['c']],
])('a range from %s to %s is %j', (from, to, expected) => {
  expect(idsBetween(shown, from, to)).toEqual(expected);
});
