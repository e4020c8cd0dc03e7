import type { ChangedMember } from '../../exact-json/compare.ts';
import { validStringEnd } from '../../exact-json/scan.ts';

const least = -(2n ** 63n);
const most = 2n ** 64n - 1n;

/** Whole numbers in changed values that need more than 64 bits: servers may turn them into floats (row J-1). */
export function unsafeIntegers(changes: readonly ChangedMember[]): string[] {
  return changes.flatMap(({ valueText }) => numbersIn(valueText).filter(isLong));
}

function isLong(token: string): boolean {
  if (!/^-?\d+$/.test(token)) return false;
  const value = BigInt(token);
  return value < least || value > most;
}

/** The numbers of at least 19 characters in a text that is JSON: shorter ones always fit. */
function numbersIn(text: string): string[] {
  const numbers: string[] = [];
  const stop = /"|-?\d[\d.eE+-]*/g;
  for (let match = stop.exec(text); match; match = stop.exec(text)) {
    if (match[0] === '"') stop.lastIndex = validStringEnd(text, match.index);
    else if (match[0].length >= 19) numbers.push(match[0]);
  }
  return numbers;
}
