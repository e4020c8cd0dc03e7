import { validStringEnd } from './scanner.ts';

/** Which numbers count: those whose value a double changes, or also those whose spelling it does. */
export type Exactness = 'values' | 'spelling';

// A number in a text: `text.slice(start, end)` is its token.
export interface NumberSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * The numbers of a text that would not survive `JSON.parse` and back, in order. The text must be JSON. Looks
 * at few of its characters: only long numbers can have too many digits, and only short ones with an exponent
 * or `-0` are left.
 */
export function findUnsafeNumbers(text: string, exactness: Exactness): NumberSpan[] {
  const spans = new Map<number, number>();
  for (const { start, end } of longNumbers(text, exactness)) spans.set(start, end);
  const add = (offset: number): void => {
    const start = numberStart(text, offset);
    const end = numberEnd(text, offset);
    if (end - start < long && isRisky(text.slice(start, end), exactness)) spans.set(start, end);
  };
  const unusual = exactness === 'values' ? /\d[eE][-+]?\d{3}/g : /\d(?:\.\d|[eE][-+\d])/g;
  while (unusual.test(text)) add(unusual.lastIndex - 1);
  for (let index = text.indexOf('-0'); index >= 0; index = text.indexOf('-0', index + 1)) add(index);
  if (spans.size === 0) return [];
  return outsideStrings(
    text,
    [...spans].map(([start, end]) => ({ start, end })).toSorted((a, b) => a.start - b.start),
  );
}

// Numbers with fewer characters have at most 15 digits, which a double always holds.
const long = 16;

// All long numbers that are risky. One of them lies on every 16th character of what may be a number.
function longNumbers(text: string, exactness: Exactness): NumberSpan[] {
  const spans: NumberSpan[] = [];
  const tokens: string[] = [];
  for (let offset = long - 1; offset < text.length;) {
    if (!isInNumber(text, offset)) {
      offset += long;
      continue;
    }
    const start = numberStart(text, offset);
    const end = numberEnd(text, offset);
    offset = end + long;
    if (end - start < long || (exactness === 'values' && isKnownExact(text, start, end))) continue;
    spans.push({ start, end });
    tokens.push(text.slice(start, end));
  }
  if (tokens.length === 0 || comeBack(tokens)) return [];
  return spans.filter((_, index) => isRisky(tokens[index] ?? '', exactness));
}

// Whether the engine writes all tokens as they are. What programs wrote for doubles it does, and it is fastest at once.
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

// Filters sorted offsets: drops those inside strings. Jumps from string to string.
function outsideStrings(text: string, spans: readonly NumberSpan[]): NumberSpan[] {
  let quote = text.indexOf('"');
  let stringEnd = 0;
  return spans.filter(({ start }) => {
    while (quote >= 0 && quote < start) {
      stringEnd = validStringEnd(text, quote);
      quote = text.indexOf('"', stringEnd);
    }
    return start >= stringEnd;
  });
}

const zero = 0x30;
const nine = 0x39;
const minus = 0x2d;
const point = 0x2e;

// A digit, `-`, `+`, `.`, `e` or `E`.
function isOfNumber(code: number): boolean {
  if (code > nine) return (code | 0x20) === 0x65;
  return code >= zero || code === minus || code === point || code === 0x2b;
}

// Whether an offset can lie in a number: texts are full of the letter e, which only counts behind a digit.
function isInNumber(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code > nine) return (code | 0x20) === 0x65 && isDigit(text.charCodeAt(index - 1));
  return isDigit(code) || code === point || code === minus || code === 0x2b;
}

function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}

function numberStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && isOfNumber(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

function numberEnd(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && isOfNumber(text.charCodeAt(end))) end += 1;
  return end;
}

// Whether `text.slice(start, end)` is a plain decimal of at most 17 digits that is, for sure, what an engine
// writes for the double next to it: `JSON.parse` and back keeps it. False says nothing. Reckons with the
// digits in place, several times faster than parsing and writing the number.
//
// With u the value of the last digit and x the double: x * 10^decimals and what that product lacks are exact
// (T. Dekker, 1971), so the distance of x from the decimal is known in units of u. The decimal is what is
// written for x when it is nearer than u / 2 and no decimal with fewer digits, a multiple of 10u, also rounds
// to x.
export function isKnownExact(text: string, start: number, end: number): boolean {
  let high = 0;
  let low = 0;
  let lowScale = 1;
  let count = 0;
  let decimals = -1;
  for (let index = text.charCodeAt(start) === 0x2d ? start + 1 : start; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x2e) {
      decimals = 0;
      continue;
    }
    if (code < 0x30 || code > 0x39) return false;
    if (decimals >= 0) decimals += 1;
    // Zeros in front are no digits of the number.
    if (count === 0 && code === 0x30) continue;
    count += 1;
    if (count > 17) return false;
    if (count <= 9) high = high * 10 + code - 0x30;
    else {
      low = low * 10 + code - 0x30;
      lowScale *= 10;
    }
  }
  // 30 bits times a power of ten up to 10^8 is exact.
  const whole = high * lowScale;
  const digits = whole + low;
  if (count === 0 || decimals >= powersOfTen.length) return false;
  // Up to here neighbours among doubles are nearer to each other than decimals with as many places.
  if (digits <= 2 ** 52) return true;
  const scale = powersOfTen[Math.max(0, decimals)] ?? 1;
  let x = digits / scale;
  let distance = distanceOf(x, scale, whole, low);
  let reach = halfUlp(x) * scale;
  if (Math.abs(distance) >= reach) {
    // Rounded twice, to the neighbour of the double that is meant.
    x -= distance / scale;
    distance = distanceOf(x, scale, whole, low);
    reach = halfUlp(x) * scale;
  }
  const last = low % 10;
  const margin = 1e-6;
  return (
    Math.abs(distance) < Math.min(0.5, reach) - margin &&
    last + distance > reach + margin &&
    10 - last - distance > reach + margin
  );
}

// A double holds them exactly up to 10^22.
const powersOfTen = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

const splitter = 2 ** 27 + 1;

// `x * scale` less `whole + low`, which are integers.
function distanceOf(x: number, scale: number, whole: number, low: number): number {
  const product = x * scale;
  return productError(x, scale, product) - (whole - product + low);
}

// `a * b` as it is, less `product`, which is `a * b` rounded.
function productError(a: number, b: number, product: number): number {
  const ca = splitter * a;
  const highA = ca - (ca - a);
  const lowA = a - highA;
  const cb = splitter * b;
  const highB = cb - (cb - b);
  const lowB = b - highB;
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
}

const bits = new Uint32Array(2);
const number = new Float64Array(bits.buffer);
number[0] = 1;
// The half of a double that holds its exponent.
const exponentAt = bits[0] === 0 ? 1 : 0;

// How far a decimal may lie from a double that it rounds to; 0 for a power of two, whose neighbours are uneven.
function halfUlp(x: number): number {
  number[0] = x;
  const upper = bits[exponentAt] ?? 0;
  if ((bits[1 - exponentAt] ?? 0) === 0 && (upper & 0xfffff) === 0) return 0;
  bits[exponentAt] = (upper & 0x7ff00000) >>> 0;
  bits[1 - exponentAt] = 0;
  return (number[0] ?? 0) * 2 ** -53;
}

/**
 * Whether a number token survives `JSON.parse` and back with its value: false for 9007199254740993, 1e400, -0
 * and a decimal with more digits than a double keeps; true for 1.0, whose value is kept though its spelling
 * is not.
 */
export function isExactDouble(token: string): boolean {
  const value = Number(token);
  if (!Number.isFinite(value)) return false;
  return canonical(token) === canonical(String(value));
}

// Sign, digits without zeros at either end, and a power of ten: one spelling for each value.
function canonical(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const trimmed = digits.slice(0, endOfDigits(digits));
  if (trimmed === '') return `${sign}0`;
  return `${sign}${trimmed}e${Number(exponent) - fraction.length + digits.length - trimmed.length}`;
}

// Where the zeros at the end begin. An expression would look from each zero of a server's number to the end.
function endOfDigits(digits: string): number {
  let end = digits.length;
  while (end > 0 && digits.charAt(end - 1) === '0') end -= 1;
  return end;
}
