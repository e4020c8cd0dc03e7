import { validStringEnd, type ChangedMember } from 'exact-json';
import { changesAsSent, parseStateEdit, type ParsedStateEdit } from './parse-state-edit.ts';

const minInteger = -(2n ** 63n);
const maxInteger = 2n ** 64n - 1n;

// Integers in changed values that exceed 64 bits: servers may convert them to floats.
export function unsafeIntegers(changes: readonly ChangedMember[]): string[] {
  return changes.flatMap(({ valueText }) => numbersIn(valueText).filter(isLong));
}

function isLong(token: string): boolean {
  if (!/^-?\d+$/.test(token)) return false;
  const value = BigInt(token);
  return value < minInteger || value > maxInteger;
}

// Numbers with at least 19 characters; shorter ones always fit.
function numbersIn(text: string): string[] {
  const numbers: string[] = [];
  const stop = /"|-?\d[\d.eE+-]*/g;
  for (let match = stop.exec(text); match; match = stop.exec(text)) {
    if (match[0] === '"') stop.lastIndex = validStringEnd(text, match.index);
    else if (match[0].length >= 19) numbers.push(match[0]);
  }
  return numbers;
}

export interface EditAnalysis {
  readonly edit: ParsedStateEdit;
  readonly changes: readonly ChangedMember[];
  /** Integers that servers may convert to floats. */
  readonly long: readonly string[];
}

export const emptyAnalysis: EditAnalysis = {
  edit: { fault: null, changes: [], removed: [], differences: [] },
  changes: [],
  long: [],
};

/** Compares an edited text with the base state. Never throws. */
export function analyzeEdit(
  valuesText: string,
  editedText: string,
  diff?: Parameters<typeof parseStateEdit>[2],
): EditAnalysis {
  const edit = parseStateEdit(valuesText, editedText, diff);
  const changes = changesAsSent(valuesText, edit.changes);
  return {
    edit,
    changes,
    long: unsafeIntegers(edit.changes),
  };
}
