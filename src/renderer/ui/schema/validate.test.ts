import { describe, expect, it } from 'vitest';
import { constraintLabel } from './constraints.ts';
import { readSchema } from './read-schema.ts';
import { problemsText, validateValue } from './validate.ts';

const check = (schema: unknown, value: unknown) =>
  validateValue(
    readSchema(JSON.stringify(schema)),
    typeof value === 'string' ? value : JSON.stringify(value),
  );
const member = (schema: unknown, value: unknown): string | null =>
  check({ type: 'object', properties: { x: schema } }, { x: value })[0]?.message ?? null;

describe('valueProblems', () => {
  it.each<[string, unknown, unknown, string | null]>([
    ['minimum', { type: 'number', minimum: 1 }, 0, 'Must be at least 1.'],
    ['minimum, met', { type: 'number', minimum: 1 }, 1, null],
    ['maximum', { type: 'integer', maximum: 5 }, 6, 'Must be at most 5.'],
    ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 0 }, 0, 'Must be more than 0.'],
    ['exclusiveMaximum', { type: 'number', exclusiveMaximum: 9 }, 9, 'Must be less than 9.'],
    [
      'an old exclusiveMinimum',
      { type: 'number', minimum: 0, exclusiveMinimum: true },
      0,
      'Must be more than 0.',
    ],
    ['multipleOf', { type: 'number', multipleOf: 0.1 }, 0.25, 'Must be a multiple of 0.1.'],
    ['multipleOf, met', { type: 'number', multipleOf: 0.1 }, 0.3, null],
    ['minLength', { type: 'string', minLength: 1 }, '', 'Must have at least 1 character.'],
    ['maxLength', { type: 'string', maxLength: 2 }, '\u{1f600}\u{1f600}', null],
    ['maxLength, passed', { type: 'string', maxLength: 2 }, 'abc', 'Must have at most 2 characters.'],
    ['pattern', { type: 'string', pattern: '^a+$' }, 'b', 'Must match ^a+$.'],
    ['a pattern that is none', { type: 'string', pattern: '(' }, 'b', null],
    ['format', { type: 'string', format: 'date-time' }, 'yesterday', 'Must be a date-time.'],
    ['a format that nobody knows', { type: 'string', format: 'shoe' }, 'x', null],
    ['minItems', { type: 'array', items: {}, minItems: 2 }, [1], 'Must have at least 2 items.'],
    [
      'a length',
      { type: 'array', items: {}, minItems: 2, maxItems: 2 },
      [1, 2, 3],
      'Must have exactly 2 items.',
    ],
    [
      'uniqueItems',
      { type: 'array', items: {}, uniqueItems: true },
      [{ a: 1 }, { a: 1 }],
      'Must have unique items.',
    ],
    ['maxProperties', { type: 'object', maxProperties: 0 }, { a: 1 }, 'Must have at most 0 fields.'],
    ['a limit without a type', { minimum: 3 }, 2, 'Must be at least 3.'],
    ['a kind', { type: 'number' }, 'words', 'Must be a number.'],
    ['a whole number', { type: 'integer' }, 1.5, 'Must be an integer.'],
    ['null where none may be', { type: 'string' }, null, 'Must be a string, not null.'],
    ['null where it may be', { anyOf: [{ type: 'string', minLength: 3 }, { type: 'null' }] }, null, null],
    [
      'the limit of an alternative',
      { anyOf: [{ type: 'string', minLength: 3 }, { type: 'null' }] },
      'a',
      'Must have at least 3 characters.',
    ],
    ['a choice', { enum: ['a', 'b'] }, 'c', 'Must be one of the allowed values.'],
    [
      'no alternative',
      { oneOf: [{ type: 'number' }, { type: 'boolean' }] },
      'c',
      'Must match one of the allowed types.',
    ],
    [
      'messages, which servers take in many forms',
      { langgraph_type: 'messages', type: 'array' },
      'hello',
      null,
    ],
  ])('%s', (_, schema, value, message) => {
    expect(member(schema, value)).toBe(message);
  });

  it('names the place, deep in lists and objects, and looks into the alternative that the value is', () => {
    const tagged = (kind: string, limit: object) => ({
      type: 'object',
      properties: { kind: { const: kind }, n: { type: 'number', ...limit } },
      required: ['kind'],
    });
    const schema = {
      type: 'object',
      properties: {
        list: { type: 'array', items: { oneOf: [tagged('a', { minimum: 1 }), tagged('b', { maximum: 1 })] } },
        needed: { type: 'string' },
      },
      required: ['needed'],
    };
    const text = '{"list": [{"kind":"b","n":1}, {"kind":"a","n":0}]}';
    const problems = check(schema, text);
    expect(problems).toEqual([
      {
        path: '/list/1/n',
        message: 'Must be at least 1.',
        from: text.lastIndexOf('0'),
        to: text.lastIndexOf('0') + 1,
      },
    ]);
    expect(problemsText(problems)).toBe('list.1.n: Must be at least 1.');
    expect(problemsText([...problems, ...problems])).toBe('list.1.n: Must be at least 1. And 1 more.');
  });

  it('says nothing of what is no JSON, or has no schema', () => {
    const schema = { type: 'object', properties: { x: { type: 'string', maxLength: 1 } } };
    expect(check(schema, '{"x": ')).toEqual([]);
    expect(validateValue(null, '{}')).toEqual([]);
    expect(check(schema, `{"x": "${'a'.repeat(200_001)}"}`)).toHaveLength(1);
  });
});

it('lists the limits of a field, without those that every number keeps to', () => {
  expect(constraintLabel({ minimum: 1, maximum: 9007199254740991 })).toBe('Must be at least 1.');
  expect(constraintLabel({ minLength: 2, maxLength: 4, format: 'email' })).toBe(
    'Must have at least 2 characters and at most 4 characters.',
  );
  expect(constraintLabel({ minItems: 2, maxItems: 2 })).toBe('Must have exactly 2 items.');
  expect(constraintLabel({ format: 'email' })).toBeNull();
});
