import type { JsonNode } from 'exact-json';
import type { SchemaField } from './schema-field.ts';

// Items or members per page.
export const formPageSize = 50;

const deepest = 8;

// Rows per form: more would block the window.
const maxRows = 1500;

// Rows that an inline JSON editor counts for.
const rowsOfEditor = 10;

// Whether a form for the value would be too slow to render.
export function isTooLarge(field: SchemaField, node: JsonNode): boolean {
  return rowsLeft(field, node, 0, maxRows) < 0;
}

function rowsLeft(field: SchemaField, node: JsonNode, depth: number, room: number): number {
  if (room < 0) return room;
  const isContainer = node.type === 'object' || node.type === 'array';
  if (
    depth > deepest ||
    field.kind === 'any' ||
    (isContainer && !['object', 'array', 'choice'].includes(field.kind))
  ) {
    return room - rowsOfEditor;
  }
  let left = room - 1;
  if (node.type === 'object' && field.kind === 'object') {
    const others = node.members.length;
    left -= Math.min(formPageSize, field.members.length) + Math.min(formPageSize, others);
    for (const { key, value } of node.members.slice(0, 2 * formPageSize)) {
      const member = field.members.find((one) => one.key === key)?.field();
      left = member ? rowsLeft(member, value, depth + 1, left) : left - rowsOfEditor;
      if (left < 0) return left;
    }
  } else if (node.type === 'array' && field.kind === 'array') {
    for (const [index, item] of node.items.slice(0, formPageSize).entries()) {
      left = rowsLeft((field.first[index] ?? field.item)(), item, depth + 1, left);
      if (left < 0) return left;
    }
  } else if (field.kind === 'choice' && isContainer) {
    // Which alternative it is does not affect the size.
    const children = node.type === 'object' ? node.members.map(({ value }) => value) : node.items;
    for (const child of children.slice(0, formPageSize)) {
      left = rowsLeft(field, child, depth + 1, left);
      if (left < 0) return left;
    }
  }
  return left;
}
