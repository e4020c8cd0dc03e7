import { describe, expect, it } from 'vitest';
import { inputTemplate } from './input-template.ts';

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
const made = (value: unknown, all: boolean) =>
  JSON.parse(inputTemplate(value === null ? null : JSON.stringify(value), all)) as unknown;

describe('inputTemplate', () => {
  it('has what is required or has a default', () => {
    expect(made(schema, false)).toEqual({ topic: 'release notes', pace: 600, how: 'throw' });
  });

  it('has every member when asked, and ends in definitions that hold themselves', () => {
    expect(made(schema, true)).toMatchObject({
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
  ])('makes something of %s', (_, value, template) => {
    expect(made(value, false)).toEqual(template);
  });

  it('J-4: keeps a member that is called __proto__', () => {
    const text = inputTemplate('{"type":"object","properties":{"__proto__":{"default":1}}}', false);
    expect(text).toContain('"__proto__": 1');
  });
});
