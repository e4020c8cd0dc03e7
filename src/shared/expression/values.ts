import { ExactNumber } from 'exact-json';
import { isRecord } from '../narrow.ts';

/** Counts what an evaluation does; throws when it is too much. */
export interface Meter {
  charge(work: number): void;
}

export function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

// What a value is, with its article: `a list`, `null`.
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (isNumber(value)) return 'a number';
  if (typeof value === 'string') return 'a string';
  return typeof value === 'boolean' ? 'true or false' : 'an object';
}

// Whole numbers of this many digits are compared digit by digit, others as doubles.
const maxDigits = 1000;

// Negative, 0 or positive. Whole numbers that no double holds are compared exactly.
export function compareNumbers(left: number | ExactNumber, right: number | ExactNumber): number {
  const [a, b] = [bigOf(left), bigOf(right)];
  if (a !== null && b !== null && (left instanceof ExactNumber || right instanceof ExactNumber))
    return a < b ? -1 : a > b ? 1 : 0;
  return Number(left) - Number(right);
}

function bigOf(value: number | ExactNumber): bigint | null {
  const text = String(value);
  return text.length <= maxDigits && /^-?\d+$/.test(text) ? BigInt(text) : null;
}

export function sameValue(left: unknown, right: unknown, meter: Meter): boolean {
  const open: [unknown, unknown][] = [[left, right]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    meter.charge(1);
    const [a, b] = pair;
    if (isNumber(a) && isNumber(b)) {
      if (compareNumbers(a, b) !== 0) return false;
    } else if (typeof a === 'string' && typeof b === 'string') {
      meter.charge(a.length === b.length ? a.length : 0);
      if (a !== b) return false;
    } else if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return false;
      meter.charge(a.length);
      for (const [index, item] of a.entries()) open.push([item, b[index]]);
    } else if (isPlain(a) && isPlain(b)) {
      const keys = Object.keys(a);
      meter.charge(keys.length);
      if (keys.length !== Object.keys(b).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(b, key)) return false;
        open.push([a[key], b[key]]);
      }
    } else if (a !== b) {
      return false;
    }
  }
  return true;
}

export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && !Array.isArray(value) && !(value instanceof ExactNumber);
}
