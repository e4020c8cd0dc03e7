import { expect, it } from 'vitest';
import { appendedItems, sameChange, type ExecutionChange } from './state-change.ts';

const change = (before: object, after: object, appended: object = {}): ExecutionChange => ({
  before: new Map(Object.entries(before)),
  after: new Map(Object.entries(after)),
  appended: new Map(Object.entries(appended)),
});

it.each<[string, boolean | null, ExecutionChange, ExecutionChange]>([
  ['the same value written', true, change({ a: '1' }, { a: '2' }), change({ a: '0' }, { a: '2' })],
  ['another value, from the same one', false, change({ a: '1' }, { a: '2' }), change({ a: '1' }, { a: '3' })],
  ['another value, from another one', null, change({ a: '1' }, { a: '2' }), change({ a: '0' }, { a: '3' })],
  ['a value that only one changed', false, change({ a: '1' }, { a: '2' }), change({ a: '1' }, { a: '1' })],
  [
    'a value that the other one had before',
    null,
    change({ a: '1' }, { a: '2' }),
    change({ a: '2' }, { a: '2' }),
  ],
  [
    'the same items appended to different lists',
    true,
    change({ l: '1' }, { l: '2' }, { l: 'x' }),
    change({ l: '5' }, { l: '6' }, { l: 'x' }),
  ],
  [
    'other items appended',
    false,
    change({ l: '1' }, { l: '2' }, { l: 'x' }),
    change({ l: '5' }, { l: '6' }, { l: 'y' }),
  ],
  ['nothing changed', true, change({ a: '1' }, { a: '1' }), change({ a: '2' }, { a: '2' })],
])('%s: %s', (_, expected, a, b) => {
  expect(sameChange(a, b)).toBe(expected);
  expect(sameChange(b, a)).toBe(expected);
});

it.each([
  ['[1,2]', '[1,2,3]', '[3]'],
  ['[]', '[{"a":1}]', '[{"a":1}]'],
  ['["a"]', '["a","b","c"]', '["b","c"]'],
  ['[1]', '[12]', null],
  ['[1,2]', '[1]', null],
  ['"a"', '"ab"', null],
  ['[1]', '[2,1]', null],
])('between %s and %s, %s was appended', (before, after, expected) => {
  expect(appendedItems(before, after)).toBe(expected);
});
