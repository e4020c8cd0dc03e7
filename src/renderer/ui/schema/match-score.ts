import type { JsonNode } from 'exact-json';
import type { SchemaField, SchemaOption } from './schema-field.ts';

// For the window: nested alternatives can be endless.
const maxSteps = 20_000;

// Steps left; at 0 nothing matches any more.
export interface MatchBudget {
  steps: number;
}

// For workers, which can be terminated.
export const unlimitedBudget: MatchBudget = { steps: Infinity };

// How well a value matches a field, to select an alternative; 0 for no match. Compares types, constants and
// member names, two levels deep.
export function matchScore(
  field: SchemaField,
  node: JsonNode,
  text: string,
  room: MatchBudget,
  depth = 0,
): number {
  room.steps -= 1;
  if (room.steps < 0) return 0;
  if (node.type === 'null') return field.nullable || field.kind === 'null' || field.kind === 'any' ? 2 : 0;
  switch (field.kind) {
    case 'any':
      return 1;
    case 'null':
      return 0;
    case 'enum':
      return field.texts.includes(text.slice(node.start, node.end)) ? 3 : 0;
    case 'choice':
      return field.options.reduce(
        (max, option) => Math.max(max, matchScore(option.field, node, text, room, depth)),
        0,
      );
    case 'object':
      return node.type === 'object' ? fitOfMembers(field, node, text, room, depth) : 0;
    default:
      return node.type === field.kind ? 2 : 0;
  }
}

function fitOfMembers(
  field: Extract<SchemaField, { kind: 'object' }>,
  node: Extract<JsonNode, { type: 'object' }>,
  text: string,
  room: MatchBudget,
  depth: number,
): number {
  if (depth > 1) return 2;
  let fit = 2;
  for (const { key, required, field: member } of field.members) {
    room.steps -= 1 + node.members.length / 10;
    const value = node.members.findLast((one) => one.key === key)?.value;
    if (value === undefined) {
      fit -= required ? 0.5 : 0;
      continue;
    }
    const memberField = member();
    const inner = matchScore(memberField, value, text, room, depth + 1);
    // A different constant means a different alternative.
    if (inner === 0 && memberField.kind === 'enum') return 0;
    fit += inner > 0 ? 1 : 0;
  }
  return Math.max(0.1, fit);
}

// The matching alternative; `null` if none matches.
export function bestOption(
  options: readonly SchemaOption[],
  node: JsonNode,
  text: string,
  room: MatchBudget = { steps: maxSteps },
): SchemaOption | null {
  const fits = options.map(({ field }) => matchScore(field, node, text, room));
  const best = fits.reduce((max, fit) => Math.max(max, fit), 0);
  return best > 0 ? (options[fits.indexOf(best)] ?? null) : null;
}
