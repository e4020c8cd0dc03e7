import { compactJson, parseExact, stringifyExact } from 'exact-json';
import { isPlain } from '../../shared/expression/values.ts';
import { volatileMessageFields } from '../../shared/inputs/volatile-message-fields.ts';

// UTF-16 units of a text that is taken apart.
const maxTextLength = 2_000_000;

const skipped: ReadonlySet<string> = new Set(volatileMessageFields);

/**
 * Values as they are compared: without the IDs and metadata of messages, members in the order of their names. Very
 * large ones are compared as they are.
 */
export function comparableText(valuesText: string): string {
  if (valuesText.length > maxTextLength) return compactJson(valuesText);
  return stringifyExact(comparableValue(parseExact(valuesText, 'spelling')));
}

/** {@link comparableText} for a parsed value. */
export function comparableValue(value: unknown): unknown {
  return comparable(value, 0);
}

const maxDepth = 200;

function comparable(value: unknown, depth: number): unknown {
  if (depth > maxDepth) return value;
  if (Array.isArray(value)) return value.map((item) => comparable(item, depth + 1));
  if (!isPlain(value)) return value;
  const isMessage = typeof value['type'] === 'string' && 'content' in value;
  const isToolCall = 'args' in value && 'name' in value && 'id' in value;
  const members = Object.keys(value)
    .filter((key) => !(isMessage && skipped.has(key)) && !(isToolCall && key === 'id'))
    .toSorted()
    .map((key) => [key, comparable(value[key], depth + 1)] as const);
  return Object.fromEntries(members);
}
