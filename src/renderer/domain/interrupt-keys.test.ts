import { expect, it } from 'vitest';
import { interruptKeys } from './interrupt-keys.ts';

const keysOf = (...ids: (string | null)[]): readonly string[] =>
  interruptKeys(ids.map((id) => ({ id, valueText: '"Publish?"' })));

it('gives a question the same key wherever it stands, and each its own', () => {
  const [a, b] = keysOf('a', 'b');
  expect(keysOf('b')).toEqual([b]);
  expect(keysOf('b', 'a')).toEqual([b, a]);
  const keys = keysOf('a', 'a', null, null);
  expect(keys[0]).toBe(a);
  expect(new Set(keys).size).toBe(4);
});

it('gives another question of the same id another key', () => {
  const [key] = interruptKeys([{ id: 'a', valueText: '"Publish?"' }]);
  expect(interruptKeys([{ id: 'a', valueText: '"Publish?"' }])).toEqual([key]);
  expect(interruptKeys([{ id: 'a', valueText: '"Destroy?"' }])).not.toEqual([key]);
  expect(interruptKeys([{ id: 'b', valueText: '"Publish?"' }])).not.toEqual([key]);
});
