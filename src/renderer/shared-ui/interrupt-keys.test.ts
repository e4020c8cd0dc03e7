import { expect, it } from 'vitest';
import { answerKeys, interruptKeys } from './interrupt-keys.ts';

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

it('gives the answers of questions under one id one key, and those of other questions under it another', () => {
  const questions = (...all: (readonly [string, string])[]) =>
    answerKeys(all.map(([id, valueText]) => ({ id, valueText })));
  const [first, other, shared] = questions(['a', '1'], ['b', '1'], ['a', '2']);
  expect(shared).toBe(first);
  expect(other).not.toBe(first);
  expect(questions(['b', '1'])).toEqual([other]);
  expect(questions(['b', '2'])).not.toEqual([other]);
});
