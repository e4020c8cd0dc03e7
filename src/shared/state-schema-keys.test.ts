import { expect, it } from 'vitest';
import { stateSchemaKeys } from './state-schema-keys.ts';

const keysOf = (schema: unknown) => stateSchemaKeys(JSON.stringify(schema));
const properties = { a: { type: 'string' }, b: {} };

it.each<[string, unknown]>([
  ['an object', { type: 'object', properties }],
  ['an object that is closed', { properties, additionalProperties: false }],
  ['a reference', { $ref: '#/definitions/State', definitions: { State: { properties } } }],
  ['an escaped reference', { $ref: '#/$defs/a~1b', $defs: { 'a/b': { properties } } }],
])('names the keys of %s', (_, schema) => {
  expect(keysOf(schema)).toEqual(['a', 'b']);
});

it.each<[string, unknown]>([
  ['allows other keys', { properties, additionalProperties: true }],
  ['allows keys by a pattern', { properties, patternProperties: { x: {} } }],
  ['has no properties', { type: 'object' }],
  ['is empty', { properties: {} }],
  [
    'refers to itself',
    { $ref: '#/definitions/State', definitions: { State: { $ref: '#/definitions/State' } } },
  ],
  ['refers to what is not there', { $ref: '#/definitions/State' }],
  ['refers elsewhere', { $ref: 'https://example.com/a.json' }],
  ['refers to a member of each object', { $ref: '#/constructor' }],
  ['is a list', []],
])('does not know the keys of a schema that %s', (_, schema) => {
  expect(keysOf(schema)).toBeNull();
});

it('does not know the keys of no schema, of what is not JSON, or of what is too long', () => {
  expect(stateSchemaKeys(null)).toBeNull();
  expect(stateSchemaKeys('{')).toBeNull();
  expect(stateSchemaKeys(JSON.stringify({ properties, title: 'x'.repeat(500_000) }))).toBeNull();
});
