import { numberEnd, skipSpace, stringEnd } from './scanner.ts';
import { JsonSyntaxError } from './syntax-error.ts';

/** A JSON value with its position: `text.slice(start, end)` is the value exactly as written. */
export type JsonNode = JsonObjectNode | JsonArrayNode | JsonLeafNode;

export interface JsonObjectNode {
  readonly type: 'object';
  readonly start: number;
  readonly end: number;
  /** In text order; duplicate keys are listed twice. */
  readonly members: readonly JsonMember[];
}

export interface JsonMember {
  readonly key: string;
  readonly value: JsonNode;
}

export interface JsonArrayNode {
  readonly type: 'array';
  readonly start: number;
  readonly end: number;
  readonly items: readonly JsonNode[];
}

export interface JsonLeafNode {
  readonly type: 'string' | 'number' | 'boolean' | 'null';
  readonly start: number;
  readonly end: number;
}

type OpenContainer =
  | { type: 'object'; start: number; end: number; members: JsonMember[]; key: string }
  | { type: 'array'; start: number; end: number; items: JsonNode[] };

const literals = [
  { word: 'true', type: 'boolean' },
  { word: 'false', type: 'boolean' },
  { word: 'null', type: 'null' },
] as const;

/**
 * Parses a text strictly (RFC 8259), with order, duplicate keys and every token. Iterative, so depth costs
 * memory only. Throws `JsonSyntaxError`.
 */
export function parseTree(text: string): JsonNode {
  const open: OpenContainer[] = [];
  let index = skipSpace(text, 0);
  for (;;) {
    const opened = openValue(text, index, open);
    index = opened.position;
    if (!opened.value) continue;
    let value = opened.value;
    for (;;) {
      index = skipSpace(text, index);
      const container = open.at(-1);
      if (!container) {
        if (index < text.length) throw new JsonSyntaxError('There is text behind the end', text, index);
        return value;
      }
      addTo(container, value);
      if (text.charAt(index) === ',') {
        index = openNext(text, index + 1, container);
        break;
      }
      const close = container.type === 'object' ? '}' : ']';
      if (text.charAt(index) !== close)
        throw new JsonSyntaxError(`A comma or ${close} is missing`, text, index);
      index += 1;
      container.end = index;
      value = closeContainer(container);
      open.pop();
    }
  }
}

// Reads a leaf or an empty container, or opens a container and stops before its first value.
function openValue(
  text: string,
  index: number,
  open: OpenContainer[],
): { readonly position: number; readonly value: JsonNode | null } {
  const first = text.charAt(index);
  if (first === '{') {
    const contentStart = skipSpace(text, index + 1);
    if (text.charAt(contentStart) === '}') {
      return {
        position: contentStart + 1,
        value: { type: 'object', start: index, end: contentStart + 1, members: [] },
      };
    }
    const container: OpenContainer = { type: 'object', start: index, end: index, members: [], key: '' };
    open.push(container);
    return { position: openNext(text, contentStart, container), value: null };
  }
  if (first === '[') {
    const contentStart = skipSpace(text, index + 1);
    if (text.charAt(contentStart) === ']') {
      return {
        position: contentStart + 1,
        value: { type: 'array', start: index, end: contentStart + 1, items: [] },
      };
    }
    open.push({ type: 'array', start: index, end: index, items: [] });
    return { position: contentStart, value: null };
  }
  const value = leaf(text, index, first);
  return { position: value.end, value };
}

function leaf(text: string, start: number, first: string): JsonLeafNode {
  if (first === '"') return { type: 'string', start, end: stringEnd(text, start) };
  if (first === '-' || (first >= '0' && first <= '9')) {
    return { type: 'number', start, end: numberEnd(text, start) };
  }
  for (const { word, type } of literals) {
    if (text.startsWith(word, start)) return { type, start, end: start + word.length };
  }
  throw new JsonSyntaxError(first === '' ? 'A value is missing' : 'This is not a JSON value', text, start);
}

// Advances to the next value of a container, in an object past its key and colon.
function openNext(text: string, from: number, container: OpenContainer): number {
  const index = skipSpace(text, from);
  if (container.type === 'array') return index;
  if (text.charAt(index) !== '"') throw new JsonSyntaxError('A key in double quotes is missing', text, index);
  const end = stringEnd(text, index);
  container.key = decodeString(text.slice(index, end));
  const colon = skipSpace(text, end);
  if (text.charAt(colon) !== ':') throw new JsonSyntaxError('A colon is missing', text, colon);
  return skipSpace(text, colon + 1);
}

function addTo(container: OpenContainer, value: JsonNode): void {
  if (container.type === 'array') container.items.push(value);
  else container.members.push({ key: container.key, value });
}

function closeContainer(container: OpenContainer): JsonNode {
  const { start, end } = container;
  return container.type === 'object'
    ? { type: 'object', start, end, members: container.members }
    : { type: 'array', start, end, items: container.items };
}

export function decodeString(token: string): string {
  return token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
}
