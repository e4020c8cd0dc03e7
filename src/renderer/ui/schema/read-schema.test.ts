import { parseTree } from 'exact-json';
import { fc } from '../../../testing/fast-check.ts';
import { scaled } from '../../../testing/test-scale.ts';
import { describe, expect, it } from 'vitest';
import { unlimitedBudget, matchScore } from './match-score.ts';
import { readSchema } from './read-schema.ts';
import { fieldKindLabel, type SchemaField } from './schema-field.ts';
import { schemaTemplate, fieldTemplate } from './schema-template.ts';

const read = (schema: unknown): SchemaField => {
  const field = readSchema(JSON.stringify(schema));
  if (!field) throw new Error('no schema');
  return field;
};
const memberOf = (field: SchemaField, key: string): SchemaField => {
  const schemaMember =
    field.kind === 'object' ? field.members.find((member) => member.key === key) : undefined;
  if (!schemaMember) throw new Error(`no ${key}`);
  return schemaMember.field();
};

describe('readSchema', () => {
  it.each<[string, unknown, string]>([
    ['pydantic optional', { anyOf: [{ type: 'string' }, { type: 'null' }], default: null }, 'string or null'],
    ['a list of types', { type: ['integer', 'null'] }, 'integer or null'],
    ['a list of kinds', { type: ['integer', 'string'] }, 'choice'],
    ['constants', { oneOf: [{ const: 'a' }, { const: 'b' }] }, 'choice'],
    ['one constant', { const: 'a' }, 'constant'],
    ['an enum with null', { enum: ['a', 'b', null] }, 'choice or null'],
    ['nothing said', {}, 'JSON'],
    ['everything allowed', true, 'JSON'],
    ['a negation', { not: { type: 'string' } }, 'JSON'],
    ['properties without a type', { properties: { a: {} } }, 'object'],
    ['items without a type', { items: {} }, 'array'],
    ['a format', { type: 'string', format: 'date-time' }, 'date-time'],
    ['a reference to nothing', { $ref: '#/$defs/None' }, 'JSON'],
    ['a reference elsewhere', { $ref: 'https://example.com/a.json' }, 'JSON'],
    ['a reference to itself', { $ref: '#' }, 'JSON'],
    ['an alternative of itself', { anyOf: [{ $ref: '#' }, { type: 'string' }] }, 'choice'],
  ])('understands %s', (_, schema, word) => {
    const field = readSchema(JSON.stringify({ type: 'object', properties: { x: schema } }));
    if (!field) throw new Error('no schema');
    const inner =
      typeof schema === 'object' && JSON.stringify(schema).includes('"#"')
        ? read(schema)
        : memberOf(field, 'x');
    expect(fieldKindLabel(inner)).toBe(word);
  });

  it('follows references and joins what must all hold', () => {
    const field = read({
      allOf: [
        { $ref: '#/definitions/Named' },
        { properties: { age: { type: 'integer' } }, required: ['age'] },
      ],
      definitions: {
        Named: {
          type: 'object',
          properties: { name: { type: 'string', title: 'Name' } },
          required: ['name'],
        },
      },
    });
    expect(memberOf(field, 'name')).toMatchObject({ kind: 'string', title: 'Name' });
    expect(memberOf(field, 'age')).toMatchObject({ kind: 'number', integer: true });
    expect(field.kind === 'object' && field.members.every(({ required }) => required)).toBe(true);
  });

  it('names alternatives by title, by their constant, else by kind', () => {
    const tagged = (type: string) => ({ type: 'object', properties: { type: { const: type } } });
    const field = read({
      oneOf: [tagged('a'), { title: 'Bee', ...tagged('b') }, { type: 'number' }, { type: 'number' }],
    });
    expect(field.kind === 'choice' && field.options.map(({ label }) => label)).toEqual([
      'a',
      'Bee',
      'number 3',
      'number 4',
    ]);
  });

  it('picks the alternative that a value is', () => {
    const tagged = (type: string) => read({ type: 'object', properties: { type: { const: type }, x: {} } });
    const text = '{"type":"b","x":1}';
    expect(matchScore(tagged('a'), parseTree(text), text, unlimitedBudget)).toBe(0);
    expect(matchScore(tagged('b'), parseTree(text), text, unlimitedBudget)).toBeGreaterThan(1);
    expect(matchScore(read({ type: 'string' }), parseTree('1'), '1', unlimitedBudget)).toBe(0);
  });

  it('keeps the numbers of defaults and choices', () => {
    const field = readSchema('{"properties":{"a":{"default":9007199254740993},"b":{"enum":[1.0,1e400]}}}');
    expect(field && memberOf(field, 'a').defaultText).toBe('9007199254740993');
    expect(field && memberOf(field, 'b')).toMatchObject({ texts: ['1.0', '1e400'] });
  });

  it.each(['', '{', '7', 'null', '[]', '"x"'])('is null for %s', (text) => {
    expect(readSchema(text)).toBeNull();
  });

  it('never throws nor hangs, whatever the schema', () => {
    const words = fc.constantFrom(
      'type',
      'properties',
      'items',
      'anyOf',
      'oneOf',
      'allOf',
      '$ref',
      'enum',
      'const',
      'required',
      'default',
      '$defs',
      'prefixItems',
      'additionalProperties',
    );
    const leaf = fc.oneof(
      fc.constantFrom('object', 'array', 'string', '#', '#/$defs/a', '#/properties/type', '__proto__'),
      fc.jsonValue({ maxDepth: 1 }),
    );
    const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.dictionary(words, tie('schema'), { maxKeys: 4 }),
        fc.array(tie('schema'), { maxLength: 3 }),
      ),
    }));
    const walk = (field: SchemaField, depth: number): void => {
      expect(() => JSON.parse(fieldTemplate(field, true)) as unknown).not.toThrow();
      if (depth === 0) return;
      if (field.kind === 'object') for (const member of field.members) walk(member.field(), depth - 1);
      if (field.kind === 'object' && field.others) walk(field.others(), depth - 1);
      if (field.kind === 'array') walk(field.item(), depth - 1);
      if (field.kind === 'choice') for (const option of field.options) walk(option.field, depth - 1);
    };
    fc.assert(
      fc.property(schema, (value) => {
        const field = readSchema(JSON.stringify(value));
        if (field) walk(field, 3);
      }),
      { numRuns: scaled(300) },
    );
  });
});

const schema = {
  type: 'object',
  properties: {
    topic: { type: 'string', default: 'release notes' },
    pace: { type: 'integer', default: 600 },
    how: { enum: ['throw', 'none'] },
    tags: { type: 'array', items: { type: 'string' } },
    who: { $ref: '#/$defs/Person' },
    note: { anyOf: [{ type: 'null' }, { type: 'string' }] },
  },
  required: ['how'],
  $defs: {
    Person: { type: 'object', properties: { name: { type: 'string' }, me: { $ref: '#/$defs/Person' } } },
  },
};
const templateOf = (value: unknown, all: boolean) =>
  JSON.parse(schemaTemplate(value === null ? null : JSON.stringify(value), all)) as unknown;

describe('schemaTemplate', () => {
  it('has what is required or has a default', () => {
    expect(templateOf(schema, false)).toEqual({ topic: 'release notes', pace: 600, how: 'throw' });
  });

  it('has every member when asked, and ends in definitions that hold themselves', () => {
    expect(templateOf(schema, true)).toMatchObject({
      topic: 'release notes',
      tags: [],
      note: '',
      who: { name: '', me: {} },
    });
  });

  it.each<[string, unknown, unknown]>([
    ['no schema', null, {}],
    ['a schema that is no object', 7, {}],
    ['an object with nothing required', { type: 'object', properties: { a: { type: 'number' } } }, { a: 0 }],
    [
      'a root that is a definition',
      { $ref: '#/$defs/A', $defs: { A: { properties: { x: { default: 1 } } } } },
      { x: 1 },
    ],
    ['a definition that is not there', { $ref: '#/$defs/B' }, null],
    ['a text', { type: 'string' }, ''],
    ['a conversation', { properties: { talk: { langgraph_type: 'messages' } } }, { talk: [] }],
  ])('makes something of %s', (_, value, template) => {
    expect(templateOf(value, false)).toEqual(template);
  });

  it('keeps a member that is called __proto__', () => {
    const text = schemaTemplate('{"type":"object","properties":{"__proto__":{"default":1}}}', false);
    expect(text).toContain('"__proto__": 1');
  });
});
