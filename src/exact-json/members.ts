import { skipSpace, stringEnd, valueEnd } from './scan.ts';
import { decodeString } from './tree.ts';

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
  let at = skipSpace(text, 0);
  if (text.charAt(at) !== '{') return members;
  at = skipSpace(text, at + 1);
  while (text.charAt(at) === '"') {
    const keyEnd = stringEnd(text, at);
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = valueEnd(text, start);
    members.push({ key: decodeString(text.slice(at, keyEnd)), text: text.slice(start, end) });
    at = skipSpace(text, end);
    if (text.charAt(at) !== ',') break;
    at = skipSpace(text, at + 1);
  }
  return members;
}

/** The text of one member; of a key that appears twice the last one, as `JSON.parse` has it. `null` if there is none. */
export function memberText(text: string, key: string): string | null {
  return memberTexts(text).findLast((member) => member.key === key)?.text ?? null;
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
