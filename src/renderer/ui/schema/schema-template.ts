import { formatJson } from 'exact-json';
import { readSchema } from './read-schema.ts';
import type { SchemaField } from './schema-field.ts';

// Maximum nesting of objects.
const deepest = 4;

// Limits on the number of values and on the length: schemas can ask for more than there is memory.
const maxValues = 2000;
const maxTemplateLength = 100_000;

interface Room {
  values: number;
  length: number;
}

/**
 * A value to start from, as formatted JSON. `all` includes every member; otherwise those that are required or
 * have a default, or every member if that leaves none. `{}` without a schema.
 */
export function schemaTemplate(schemaText: string | null, all: boolean): string {
  const field = readSchema(schemaText);
  if (field === null) return '{}';
  const some = fieldTemplate(field, all);
  return formatJson(some === '{}' ? fieldTemplate(field, true) : some);
}

/**
 * The compact JSON of a value that matches a field: its default, or the simplest one. Null if it grows too
 * large.
 */
export function fieldTemplate(field: SchemaField, all = false): string {
  return textOf(field, all, 0, { values: maxValues, length: maxTemplateLength });
}

function textOf(field: SchemaField, all: boolean, depth: number, room: Room): string {
  room.values -= 1;
  room.length -= field.defaultText?.length ?? 0;
  if (room.values < 0 || room.length < 0) return 'null';
  if (field.defaultText !== null) return field.defaultText;
  if (field.messages === true) return '[]';
  if (depth > deepest) return 'null';
  switch (field.kind) {
    case 'object':
      return objectTemplate(field.members, all, depth, room);
    case 'array':
      return `[${field.first.map((item) => textOf(item(), all, depth + 1, room)).join(',')}]`;
    case 'string':
      return '""';
    case 'number':
      return '0';
    case 'boolean':
      return 'false';
    case 'enum':
      return field.texts[0] ?? 'null';
    case 'choice':
      return field.options[0] ? textOf(field.options[0].field, all, depth + 1, room) : 'null';
    default:
      return 'null';
  }
}

function objectTemplate(
  members: Extract<SchemaField, { kind: 'object' }>['members'],
  all: boolean,
  depth: number,
  room: Room,
): string {
  const texts = members.flatMap(({ key, required, field }) => {
    if (room.values < 0 || room.length < 0) return [];
    const member = field();
    if (!all && !required && member.defaultText === null) return [];
    room.length -= key.length;
    return [`${JSON.stringify(key)}:${textOf(member, all, depth + 1, room)}`];
  });
  return `{${texts.join(',')}}`;
}
