import { ExactNumber } from './exact-number.ts';
import { findUnsafeNumbers, type Exactness, type NumberSpan } from './unsafe-numbers.ts';

export type { Exactness } from './unsafe-numbers.ts';

/**
 * `JSON.parse`, but a number that would not survive comes as `ExactNumber`: with `values` one that a double
 * can't hold (9007199254740993, 1e400, -0), with `spelling` also one that would be written down differently
 * (1.0, 1e16), so that Python's floats stay floats. Costs one scan when there is no such number. As with
 * `JSON.parse`, `__proto__` is a member like any other, the last of two equal keys wins, and keys that look
 * like integers are moved to the front of their object; only the text keeps those two. Throws `SyntaxError`
 * as `JSON.parse` does. Depth costs memory only.
 */
export function parseExact(text: string, exactness: Exactness = 'values'): unknown {
  // First, so that the scan below may assume valid JSON.
  const plain: unknown = JSON.parse(text);
  const tokens = findUnsafeNumbers(text, exactness);
  if (tokens.length === 0) return plain;
  return withExactNumbers(text, tokens);
}

// Parses again with marked strings in place of the unsafe numbers, then replaces them: much faster than
// building every value here.
function withExactNumbers(text: string, tokens: readonly NumberSpan[]): unknown {
  const mark = unusedMark(text);
  const pieces: string[] = [];
  let from = 0;
  for (const [index, { start, end }] of tokens.entries()) {
    pieces.push(text.slice(from, start), `"${mark}${index}"`);
    from = end;
  }
  pieces.push(text.slice(from));
  const holder: { value: unknown } = { value: JSON.parse(pieces.join('')) };
  const numberFor = (value: string): ExactNumber | null => {
    if (!value.startsWith(mark)) return null;
    const token = tokens[Number(value.slice(mark.length))];
    return token ? new ExactNumber(text.slice(token.start, token.end)) : null;
  };
  putIn(holder, numberFor);
  return holder.value;
}

// Unguessable and not in the text, so that no string of the text, however escaped, is taken for a number.
function unusedMark(text: string): string {
  for (;;) {
    const mark = `number-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}-`;
    if (!text.includes(mark)) return mark;
  }
}

function putIn(root: object, numberFor: (value: string) => ExactNumber | null): void {
  const open: object[] = [root];
  for (let container = open.pop(); container; container = open.pop()) {
    for (const [key, member] of Object.entries(container) as [string, unknown][]) {
      if (typeof member === 'object' && member !== null) {
        open.push(member);
      } else if (typeof member === 'string') {
        const value = numberFor(member);
        // Assigning would call the setter of `__proto__`.
        if (value)
          Object.defineProperty(container, key, {
            value,
            writable: true,
            enumerable: true,
            configurable: true,
          });
      }
    }
  }
}
