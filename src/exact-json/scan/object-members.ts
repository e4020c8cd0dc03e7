import { skipSpace, stringEnd, valueEnd } from './scanner.ts';
import { decodeString } from './parse-tree.ts';

/** One top-level member of an object: its key and its value's text, verbatim. */
export interface MemberText {
  readonly key: string;
  readonly text: string;
}

/**
 * The members of an object text, in order, duplicates included, in one pass that does not look into the values. An
 * empty list for a text that is no object. The text must be JSON; a fault inside a value is not noticed.
 */
export function memberTexts(text: string): MemberText[] {
  const members: MemberText[] = [];
  eachMember(text, (keyToken, start, end) => {
    members.push({ key: decodeString(keyToken), text: text.slice(start, end) });
  });
  return members;
}

/**
 * The texts of some members by key, of a key that appears twice the last one. Costs no memory for the others, however
 * many there are, so it also suits texts that nobody has looked at. Throws `JsonSyntaxError` where they can't be followed.
 */
export function pickMemberTexts(text: string, keys: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>();
  // A character of a key takes six at most when it is written as an escape.
  const longest = 2 + 6 * keys.reduce((most, key) => Math.max(most, key.length), 0);
  eachMember(text, (keyToken, start, end) => {
    if (keyToken.length > longest) return;
    const key = decodeString(keyToken);
    if (keys.includes(key)) texts.set(key, text.slice(start, end));
  });
  return texts;
}

function eachMember(text: string, visit: (keyToken: string, start: number, end: number) => void): void {
  let at = skipSpace(text, 0);
  if (text.charAt(at) !== '{') return;
  at = skipSpace(text, at + 1);
  while (text.charAt(at) === '"') {
    const keyEnd = stringEnd(text, at);
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = valueEnd(text, start);
    visit(text.slice(at, keyEnd), start, end);
    at = skipSpace(text, end);
    if (text.charAt(at) !== ',') break;
    at = skipSpace(text, at + 1);
  }
}

/** The text of one member; of a key that appears twice the last one, as `JSON.parse` has it. `null` if there is none. */
export function memberText(text: string, key: string): string | null {
  return pickMemberTexts(text, [key]).get(key) ?? null;
}

/** The texts of an array's elements, in order. An empty list for a text that is no array. */
export function elementTexts(text: string): string[] {
  const elements: string[] = [];
  let at = skipSpace(text, 0);
  if (text.charAt(at) !== '[') return elements;
  at = skipSpace(text, at + 1);
  while (at < text.length && text.charAt(at) !== ']') {
    const end = valueEnd(text, at);
    elements.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text.charAt(at) === ',') at = skipSpace(text, at + 1);
  }
  return elements;
}
