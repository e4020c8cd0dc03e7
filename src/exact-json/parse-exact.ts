import { ExactNumber } from './exact-number.ts';
import { isExactDouble } from './numbers.ts';
import { knownStringEnd } from './scan.ts';

/** Which numbers become `ExactNumber`: those whose value a double changes, or also those whose spelling it does. */
export type Exactness = 'values' | 'spelling';

/**
 * `JSON.parse`, but a number that would not survive comes as `ExactNumber`: with `values` one that a double can't hold
 * (9007199254740993, 1e400, -0), with `spelling` also one that would be written down differently (1.0, 1e16), so that
 * Python's floats stay floats. Costs one scan when there is no such number. As with `JSON.parse`, `__proto__` is a
 * member like any other, the last of two equal keys wins, and keys that look like integers are moved to the front of
 * their object; only the text keeps those two. Throws `SyntaxError` as `JSON.parse` does. Depth costs memory only.
 */
export function parseExact(text: string, exactness: Exactness = 'values'): unknown {
  // First, so that the scan below may take the text for JSON.
  const plain: unknown = JSON.parse(text);
  const tokens = riskyTokens(text, exactness);
  if (tokens.length === 0) return plain;
  return withExactNumbers(text, tokens);
}

interface Token {
  readonly start: number;
  readonly end: number;
}

/** The places of the numbers that would not survive. The text must be JSON. */
function riskyTokens(text: string, exactness: Exactness): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = knownStringEnd(text, at);
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const start = at;
      at = tokenEnd(text, at);
      if (isRisky(text, start, at, exactness)) tokens.push({ start, end: at });
    } else {
      at += 1;
    }
  }
  return tokens;
}

function tokenEnd(text: string, from: number): number {
  let at = from + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const inside = (code >= 0x30 && code <= 0x39) || (code | 0x20) === 0x65;
    if (!inside && code !== 0x2e && code !== 0x2b && code !== 0x2d) break;
  }
  return at;
}

function isRisky(text: string, start: number, end: number, exactness: Exactness): boolean {
  // 15 digits always fit; this settles nearly every number without cutting it out.
  if (end - start <= 15 && text.charCodeAt(start) !== 0x2d && isAllDigits(text, start, end)) return false;
  const token = text.slice(start, end);
  // What a program wrote for a double is what the engine writes for it, nearly always.
  if (String(Number(token)) === token) return false;
  return exactness === 'spelling' || !isExactDouble(token);
}

function isAllDigits(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
}

/**
 * Parses with the engine once more, with marked strings in place of the risky numbers, and puts the numbers in: much
 * faster than building every value here.
 */
function withExactNumbers(text: string, tokens: readonly Token[]): unknown {
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

/** Not guessable and not in the text, so that no string of the text, however it is escaped, is taken for a number. */
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
