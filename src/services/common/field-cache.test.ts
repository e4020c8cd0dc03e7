import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { createFieldCache } from './field-cache.ts';

it('a field cache has the latest value of each key', () => {
  const cache = createFieldCache<object, number>();
  const [a, b] = [{}, Object.freeze({})];
  expect(cache.get(a)).toBeUndefined();
  cache.set(a, 1);
  cache.set(a, 2);
  cache.set(b, 3);
  expect([cache.get(a), cache.get(b)]).toEqual([2, 3]);
});

it('a field cache does not share values with another one', () => {
  const [first, second] = [createFieldCache<object, number>(), createFieldCache<object, number>()];
  const key = {};
  first.set(key, 1);
  expect(second.get(key)).toBeUndefined();
  second.set(key, 2);
  expect([first.get(key), second.get(key)]).toEqual([1, 2]);
});

it('a field cache leaves its keys as they are', () => {
  const cache = createFieldCache<object, number>();
  const key = { a: 1 };
  cache.set(key, 1);
  expect(Reflect.ownKeys(key)).toEqual(['a']);
  expect(isDeepStrictEqual(key, { a: 1 })).toBe(true);
  expect(cache.get({ ...key })).toBeUndefined();
});
