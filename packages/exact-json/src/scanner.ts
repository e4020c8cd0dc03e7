import { JsonSyntaxError } from './syntax-error.ts';

/** The first offset at or after `from` that is not JSON whitespace (RFC 8259, section 2). */
export function skipSpace(text: string, from: number): number {
  let index = from;
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
  }
  return index;
}

/** End of the string that starts with the quote at `from`. Throws `JsonSyntaxError`. */
export function stringEnd(text: string, from: number): number {
  for (let index = from + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) return index + 1;
    if (code < 0x20) throw new JsonSyntaxError('A control character must be escaped', text, index);
    if (code === 0x5c) index = escapeEnd(text, index) - 1;
  }
  throw new JsonSyntaxError('This string has no end', text, from);
}

function escapeEnd(text: string, from: number): number {
  const escaped = text.charAt(from + 1);
  if (escaped === 'u') {
    const digits = text.slice(from + 2, from + 6);
    if (/^[0-9a-fA-F]{4}$/.test(digits)) return from + 6;
  } else if (escaped !== '' && '"\\/bfnrt'.includes(escaped)) {
    return from + 2;
  }
  throw new JsonSyntaxError('This is not a valid escape', text, from);
}

const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** End of the number that starts at `from`. Throws `JsonSyntaxError`. */
export function numberEnd(text: string, from: number): number {
  numberToken.lastIndex = from;
  if (!numberToken.test(text)) throw new JsonSyntaxError('This is not a number', text, from);
  return numberToken.lastIndex;
}

// End of the value that starts at `from`, in valid JSON: nesting is counted, not checked, so that skipping a
// large value costs one pass and no memory.
export function valueEnd(text: string, from: number): number {
  let depth = 0;
  let index = from;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code === 0x22) {
      index = validStringEnd(text, index);
      if (depth === 0) return index;
      continue;
    }
    if (code === 0x7b || code === 0x5b) {
      depth += 1;
    } else if (code === 0x7d || code === 0x5d) {
      if (depth === 0) return index;
      depth -= 1;
      if (depth === 0) return index + 1;
    } else if (
      depth === 0 &&
      (code === 0x2c || code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09)
    ) {
      return index;
    }
    index += 1;
  }
  return index;
}

// Strings up to this length are read character by character: most keys are so short that a search costs more.
const short = 24;

/**
 * End of the string at `from`, in valid JSON. Jumps from quote to quote; a quote after an odd number of
 * backslashes is part of the string.
 */
export function validStringEnd(text: string, from: number): number {
  const scanEnd = Math.min(from + short, text.length);
  let index = from + 1;
  for (; index < scanEnd; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) return index + 1;
    if (code === 0x5c) break;
  }
  let quote = text.indexOf('"', index);
  while (quote !== -1) {
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
    quote = text.indexOf('"', quote + 1);
  }
  throw new JsonSyntaxError('This string has no end', text, from);
}

/**
 * Whether lists and objects are nested deeper than `limit`. Costs no memory, and one pass at most: texts with few
 * brackets are only searched for them. The text need not be JSON; an unterminated string ends the check.
 */
export function isNestedDeeperThan(text: string, limit: number): boolean {
  // Every level takes at least the character that opens it.
  if (text.length <= limit || !hasMoreBracketsThan(text, limit)) return false;
  let depth = 0;
  for (let index = 0; index < text.length;) {
    const code = text.charCodeAt(index);
    if (code === 0x22) {
      const end = endOfString(text, index);
      if (end === -1) return false;
      index = end;
      continue;
    }
    if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
    }
    index += 1;
  }
  return false;
}

// Whether more than `limit` characters could open a level, those in strings included.
function hasMoreBracketsThan(text: string, limit: number): boolean {
  let count = 0;
  for (const bracket of ['{', '[']) {
    for (let index = text.indexOf(bracket); index !== -1; index = text.indexOf(bracket, index + 1)) {
      count += 1;
      if (count > limit) return true;
    }
  }
  return false;
}

function endOfString(text: string, from: number): number {
  try {
    return validStringEnd(text, from);
  } catch {
    return -1;
  }
}
