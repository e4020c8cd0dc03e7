import { expect, it } from 'vitest';
import { parseTree } from 'exact-json';
import { cpuMs } from './cpu-time.ts';
import { messageInputKeys } from '../renderer/runs/messages/message-input-keys.ts';
import { addsMessages } from '../renderer/thread-state/messages/message-list.ts';
import { findField } from '../renderer/ui/schema/find-field.ts';
import { bestOption } from '../renderer/ui/schema/match-score.ts';
import { isTooLarge } from '../renderer/ui/schema/form-size.ts';
import { readSchema } from '../renderer/ui/schema/read-schema.ts';
import type { SchemaField } from '../renderer/ui/schema/schema-field.ts';
import { schemaTemplate } from '../renderer/ui/schema/schema-template.ts';

const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const members = (count: number, value: unknown) => Object.fromEntries(many(count, (at) => [`k${at}`, value]));

/** Schemas that grow without end when expanded, although their text is small. */
const hostile: Readonly<Record<string, unknown>> = {
  'alternatives of itself': {
    type: 'object',
    properties: { x: { $ref: '#/$defs/x' } },
    required: ['x'],
    $defs: { x: { anyOf: many(40, (at) => ({ title: `${at}`, $ref: '#/$defs/x' })) } },
  },
  'alternatives of itself, with members beside them': {
    type: 'object',
    properties: members(40, { $ref: '#' }),
    anyOf: many(40, (at) => ({ title: `${at}`, $ref: '#' })),
  },
  'members of itself': {
    type: 'object',
    required: Object.keys(members(60, 0)),
    properties: members(60, { $ref: '#' }),
  },
  'tuples of itself': {
    type: 'object',
    properties: { x: { $ref: '#/$defs/x' } },
    $defs: { x: { prefixItems: many(60, () => ({ $ref: '#/$defs/x' })) } },
  },
  'all of itself': {
    type: 'object',
    allOf: many(60, () => ({ $ref: '#' })),
    properties: members(60, { $ref: '#' }),
  },
  'a hundred thousand members': { type: 'object', properties: members(100_000, { type: 'string' }) },
  'a hundred thousand values': { type: 'object', properties: { x: { enum: many(100_000, String) } } },
  'a hundred thousand alternatives': {
    type: 'object',
    properties: { x: { anyOf: many(100_000, () => ({ type: 'object' })) } },
  },
  'a long default again and again': {
    type: 'object',
    properties: members(5000, { $ref: '#/$defs/x', title: 'x' }),
    $defs: { x: { type: 'string', default: 'a'.repeat(100_000) } },
  },
};

/** Everything that the window does with a schema while rendering. */
function useAll(schemaText: string): SchemaField | null {
  const field = readSchema(schemaText);
  messageInputKeys(schemaText, schemaText);
  addsMessages(schemaText, 'x');
  for (const all of [true, false]) {
    const template = schemaTemplate(schemaText, all);
    expect(template.length).toBeLessThan(1_000_000);
    const node = parseTree(template);
    if (field === null) continue;
    isTooLarge(field, node);
    for (const path of [
      ['x', 'x', 'x', 'x'],
      ['k1', 'k1', 'k1', 'nowhere'],
      ['x', 0, 0, 0, 'nowhere'],
    ]) {
      const at = findField(field, path);
      if (at?.kind === 'choice') bestOption(at.options, node, template);
    }
    if (field.kind === 'choice') bestOption(field.options, node, template);
  }
  return field;
}

/** Too deep for `JSON.stringify`. */
const nest = `${'{"type":"object","properties":{"x":'.repeat(3000)}{}${'}}'.repeat(3000)}`;

it.each([...Object.keys(hostile), 'a deep nest'])(
  'the window reads a schema of %s within a moment',
  (name) => {
    const schemaText = name in hostile ? JSON.stringify(hostile[name]) : nest;
    // Without bounds it takes hours.
    expect(cpuMs(() => useAll(schemaText))).toBeLessThan(3000);
  },
);

it('a schema that is longer than a megabyte is not read for a form', () => {
  expect(readSchema(JSON.stringify({ type: 'object', title: 'a'.repeat(1_000_001) }))).toBeNull();
});
