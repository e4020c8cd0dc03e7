import { expect, it } from 'vitest';
import { columnTypes } from './column-types.ts';

it('takes the types of columns from the input schema', () => {
  const types = columnTypes(
    JSON.stringify({
      type: 'object',
      properties: {
        topic: { type: 'string' },
        pace: { type: 'number' },
        kind: { enum: ['a', 'b'] },
        tags: { type: 'array', items: { type: 'string' } },
        any: {},
      },
    }),
  );
  expect(
    ['topic', 'kind', 'any', 'pace', 'tags', 'other'].map((key) => types(key).includes('string')),
  ).toEqual([true, true, true, false, false, false]);
  expect(types('other')).toEqual([]);
  expect(columnTypes(null)('x')).toEqual([]);
});
