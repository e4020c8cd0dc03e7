import { parseExact, pickMemberTexts } from 'exact-json';
import type { StateReader } from './evaluate-expression.ts';
import { ExpressionError } from './expression.ts';

// Longest value that is parsed for an expression, in UTF-16 units: more would hold up everything else.
export const maxValueLength = 2_000_000;

/**
 * Reads a state's values from its text, and parses only those that are asked for. Throws `ExpressionError` for
 * one that is too large or no JSON.
 */
export function readStateText(stateText: string): StateReader {
  const parsed = new Map<string | null, unknown>();
  return (key) => {
    if (parsed.has(key)) return parsed.get(key);
    const text = key === null ? stateText : (pickMemberTexts(stateText, [key]).get(key) ?? 'null');
    if (text.length > maxValueLength) {
      const what = key === null ? 'The state' : `“${key}”`;
      throw new ExpressionError(`${what} is too large to evaluate: over ${maxValueLength / 1_000_000} MB.`);
    }
    const value = parse(text);
    parsed.set(key, value);
    return value;
  };
}

function parse(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    throw new ExpressionError('The server sent a state that is not JSON.');
  }
}
