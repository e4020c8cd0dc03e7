import { expect, it } from 'vitest';
import { applyEdit, diffJson, parseExact, stringifyExact } from './index.ts';

it('the example of the README has the results that it names', () => {
  const text = '{"id": 12345678901234567890, "rate": 1.0}';
  expect(stringifyExact(parseExact(text, 'spelling'))).toBe('{"id":12345678901234567890,"rate":1.0}');
  expect(applyEdit(text, { kind: 'set', path: ['rate'], valueText: '2.0' })).toBe(
    '{"id": 12345678901234567890, "rate": 2.0}',
  );
  const differences = diffJson(text, '{"id": 12345678901234567891, "rate": 1.0}');
  expect(differences.map(({ path, kind }) => ({ path, kind }))).toEqual([{ path: ['id'], kind: 'changed' }]);
});
