import { formatJson } from '../../../exact-json/format.ts';
import { readSchema } from './read-schema.ts';
import type { SchemaField } from './schema-field.ts';

/** How deep a template goes into objects that are in objects. */
const deepest = 4;

/**
 * A value to start from, as JSON on lines. `all` has every member; without it only those that are required or have a
 * default, and every member when that would be nothing. `{}` where there is no schema to go by.
 */
export function schemaTemplate(schemaText: string | null, all: boolean): string {
  const field = readSchema(schemaText);
  if (field === null) return '{}';
  const some = templateOf(field, all);
  return formatJson(some === '{}' ? templateOf(field, true) : some);
}

/** The JSON text of a value that fits a field: its default, else the plainest one. Compact. */
export function templateOf(field: SchemaField, all = false, depth = 0): string {
  if (field.defaultText !== null) return field.defaultText;
  if (field.messages === true) return '[]';
  if (depth > deepest) return 'null';
  switch (field.kind) {
    case 'object':
      return objectTemplate(field.members, all, depth);
    case 'array':
      return `[${field.first.map((item) => templateOf(item(), all, depth + 1)).join(',')}]`;
    case 'string':
      return '""';
    case 'number':
      return '0';
    case 'boolean':
      return 'false';
    case 'enum':
      return field.texts[0] ?? 'null';
    case 'choice':
      return field.options[0] ? templateOf(field.options[0].field, all, depth + 1) : 'null';
    default:
      return 'null';
  }
}

function objectTemplate(
  members: Extract<SchemaField, { kind: 'object' }>['members'],
  all: boolean,
  depth: number,
): string {
  const texts = members.flatMap(({ key, required, field }) => {
    const member = field();
    if (!all && !required && member.defaultText === null) return [];
    return [`${JSON.stringify(key)}:${templateOf(member, all, depth + 1)}`];
  });
  return `{${texts.join(',')}}`;
}
