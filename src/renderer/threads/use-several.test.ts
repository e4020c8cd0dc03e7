import { expect, it } from 'vitest';
import { aThread } from '../../testing/builders.ts';
import { between } from './use-several.ts';

const shown = ['a', 'b', 'c', 'd'].map((threadId) => aThread({ threadId }));

it.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['b', 'b', ['b']],
  [null, 'c', ['c']],
  ['gone', 'c', ['c']],
])('a range from %s to %s is %j', (from, to, expected) => {
  expect(between(shown, from, to)).toEqual(expected);
});
