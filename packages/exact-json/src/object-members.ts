import { skipSpace, stringEnd, valueEnd } from './scanner.ts';
import { decodeString } from './parse-tree.ts';

export interface MemberText {
  readonly key: string;
  readonly text: string;
}

/**
 * An object's members in order, including duplicates, in one pass that skips values. Empty for anything but
 * an object. The text must be JSON; errors inside a value are not noticed.
 */
export function memberTexts(text: string): MemberText[] {
  const members: MemberText[] = [];
  eachMember(text, (keyToken, start, end) => {
    members.push({ key: decodeString(keyToken), text: text.slice(start, end) });
  });
  return members;
}

/**
 * Texts of some members by key, the last one of duplicates. Uses no memory for the others, so it suits
 * unchecked texts of any size. Throws `JsonSyntaxError` where they can't be parsed.
 */
export function pickMemberTexts(text: string, keys: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>();
  // A character of a key takes at most six if escaped.
  const maxLength = 2 + 6 * keys.reduce((max, key) => Math.max(max, key.length), 0);
  eachMember(text, (keyToken, start, end) => {
    if (keyToken.length > maxLength) return;
    const key = decodeString(keyToken);
    if (keys.includes(key)) texts.set(key, text.slice(start, end));
  });
  return texts;
}

function eachMember(text: string, visit: (keyToken: string, start: number, end: number) => void): void {
  let index = skipSpace(text, 0);
  if (text.charAt(index) !== '{') return;
  index = skipSpace(text, index + 1);
  while (text.charAt(index) === '"') {
    const keyEnd = stringEnd(text, index);
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = valueEnd(text, start);
    visit(text.slice(index, keyEnd), start, end);
    index = skipSpace(text, end);
    if (text.charAt(index) !== ',') break;
    index = skipSpace(text, index + 1);
  }
}

/** Text of a member, the last one of duplicate keys, as in `JSON.parse`; `null` if missing. */
export function memberText(text: string, key: string): string | null {
  return pickMemberTexts(text, [key]).get(key) ?? null;
}

/** Texts of an array's elements, in order. Empty for anything but an array. */
export function elementTexts(text: string): string[] {
  const elements: string[] = [];
  let index = skipSpace(text, 0);
  if (text.charAt(index) !== '[') return elements;
  index = skipSpace(text, index + 1);
  while (index < text.length && text.charAt(index) !== ']') {
    const end = valueEnd(text, index);
    elements.push(text.slice(index, end));
    index = skipSpace(text, end);
    if (text.charAt(index) === ',') index = skipSpace(text, index + 1);
  }
  return elements;
}

/** The members of two JSON objects as one, each value as it is written; those of `overriding` count. */
export function mergeMembers(base: string, overriding: string): string {
  const members = new Map(
    [...memberTexts(base), ...memberTexts(overriding)].map(({ key, text }) => [key, text]),
  );
  return `{${[...members].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}
