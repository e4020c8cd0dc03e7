import { isExactDouble } from './numbers.ts';
import { validStringEnd } from './scan.ts';
import { isKnownExact } from './surely-exact.ts';

/** Which numbers count: those whose value a double changes, or also those whose spelling it does. */
export type Exactness = 'values' | 'spelling';

/** A number in a text: `text.slice(start, end)` is its token. */
export interface NumberSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * The numbers of a text that would not survive `JSON.parse` and back, in order. The text must be JSON. Looks at few of
 * its characters: only long numbers can have too many digits, and only short ones with an exponent or `-0` are left.
 */
export function findUnsafeNumbers(text: string, exactness: Exactness): NumberSpan[] {
  const places = new Map<number, number>();
  for (const { start, end } of longNumbers(text, exactness)) places.set(start, end);
  const add = (at: number): void => {
    const start = numberStart(text, at);
    const end = numberEnd(text, at);
    if (end - start < long && isRisky(text.slice(start, end), exactness)) places.set(start, end);
  };
  const unusual = exactness === 'values' ? /\d[eE][-+]?\d{3}/g : /\d(?:\.\d|[eE][-+\d])/g;
  while (unusual.test(text)) add(unusual.lastIndex - 1);
  for (let at = text.indexOf('-0'); at >= 0; at = text.indexOf('-0', at + 1)) add(at);
  if (places.size === 0) return [];
  return outsideStrings(
    text,
    [...places].map(([start, end]) => ({ start, end })).toSorted((a, b) => a.start - b.start),
  );
}

/** Numbers with fewer characters have at most 15 digits, which a double always holds. */
const long = 16;

/** All long numbers that are risky. One of them lies on every 16th character of what may be a number. */
function longNumbers(text: string, exactness: Exactness): NumberSpan[] {
  const places: NumberSpan[] = [];
  const tokens: string[] = [];
  for (let at = long - 1; at < text.length;) {
    if (!isInNumber(text, at)) {
      at += long;
      continue;
    }
    const start = numberStart(text, at);
    const end = numberEnd(text, at);
    at = end + long;
    if (end - start < long || (exactness === 'values' && isKnownExact(text, start, end))) continue;
    places.push({ start, end });
    tokens.push(text.slice(start, end));
  }
  if (tokens.length === 0 || comeBack(tokens)) return [];
  return places.filter((_, index) => isRisky(tokens[index] ?? '', exactness));
}

/** Whether the engine writes all tokens as they are. What programs wrote for doubles it does, and it is fastest at once. */
function comeBack(tokens: readonly string[]): boolean {
  const list = `[${tokens.join(',')}]`;
  try {
    return JSON.stringify(JSON.parse(list)) === list;
  } catch {
    // Digits and signs of a string, which are no number.
    return false;
  }
}

function isRisky(token: string, exactness: Exactness): boolean {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(token)) return false;
  if (String(Number(token)) === token) return false;
  return exactness === 'spelling' || !isExactDouble(token);
}

/** Those of some places, in order, that are no part of a string. Jumps from string to string. */
function outsideStrings(text: string, places: readonly NumberSpan[]): NumberSpan[] {
  let quote = text.indexOf('"');
  let behind = 0;
  return places.filter(({ start }) => {
    while (quote >= 0 && quote < start) {
      behind = validStringEnd(text, quote);
      quote = text.indexOf('"', behind);
    }
    return start >= behind;
  });
}

const zero = 0x30;
const nine = 0x39;
const minus = 0x2d;
const point = 0x2e;

/** A digit, `-`, `+`, `.`, `e` or `E`. */
function isOfNumber(code: number): boolean {
  if (code > nine) return (code | 0x20) === 0x65;
  return code >= zero || code === minus || code === point || code === 0x2b;
}

/** Whether an offset can lie in a number: texts are full of the letter e, which only counts behind a digit. */
function isInNumber(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code > nine) return (code | 0x20) === 0x65 && isDigit(text.charCodeAt(at - 1));
  return isDigit(code) || code === point || code === minus || code === 0x2b;
}

function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}

function numberStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && isOfNumber(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

function numberEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && isOfNumber(text.charCodeAt(end))) end += 1;
  return end;
}
