import { expect, it } from 'vitest';
import { questionKeys } from './question-keys.ts';

const keysOf = (...ids: (string | null)[]): readonly string[] => questionKeys(ids.map((id) => ({ id })));

it('gives a question the same key wherever it stands, and each its own', () => {
  expect(keysOf('a', 'b')).toEqual(['a 0', 'b 0']);
  expect(keysOf('b')).toEqual(['b 0']);
  expect(keysOf('a', 'a', null, null)).toEqual(['a 0', 'a 1', ' 0', ' 1']);
});
