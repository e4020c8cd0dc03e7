import { describe, expect, it } from 'vitest';
import { validateChanges } from './validate-changes.ts';

const schema = JSON.stringify({
  type: 'object',
  required: ['topic'],
  properties: {
    topic: { type: 'string' },
    count: { $ref: '#/definitions/Count' },
    list: { type: 'array', items: { type: 'object', properties: { n: { type: 'number' } } } },
  },
  definitions: { Count: { type: 'integer', minimum: 0 } },
});

describe('what a schema says against an edit', () => {
  it('names the deepest value that does not fit', () => {
    const problems = validateChanges(schema, [{ key: 'list', valueText: '[{"n":1},{"n":"x"}]' }]);
    expect(problems.map(({ pointer }) => pointer)).toEqual(['/list/1/n']);
    expect(problems[0]?.message).toMatch(/type/i);
  });

  it('follows references, and looks at the changed keys only', () => {
    expect(
      validateChanges(schema, [{ key: 'count', valueText: '-1' }]).map(({ pointer }) => pointer),
    ).toEqual(['/count']);
    expect(validateChanges(schema, [{ key: 'count', valueText: '9223372036854775807' }])).toEqual([]);
    expect(validateChanges(schema, [{ key: 'topic', valueText: '"fine"' }])).toEqual([]);
  });

  it('says nothing without a schema, for a key it does not know, and for one that can not be used', () => {
    expect(validateChanges(null, [{ key: 'topic', valueText: '1' }])).toEqual([]);
    expect(validateChanges(schema, [{ key: 'other', valueText: '1' }])).toEqual([]);
    expect(
      validateChanges('{"properties":{"a":{"$ref":"#/nowhere"}}}', [{ key: 'a', valueText: '1' }]),
    ).toEqual([]);
    expect(validateChanges('no JSON', [{ key: 'a', valueText: '1' }])).toEqual([]);
  });
});
