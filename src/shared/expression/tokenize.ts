import { parseExact } from 'exact-json';
import { ExpressionError } from './expression.ts';

export type Token =
  | { readonly kind: 'number' | 'text'; readonly value: unknown; readonly text: string }
  | { readonly kind: 'name' | 'sign' | 'end'; readonly text: string };

const patterns = {
  space: /\s+/y,
  number: /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
  name: /[\p{L}_$][\p{L}\p{N}_$]*/uy,
  // The longest first.
  sign: /===|!==|==|!=|<=|>=|&&|\|\||\?\.|[!<>+\-*/%().,[\]]/y,
} as const;

const quotes = new Set(['"', "'"]);
const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

// Throws `ExpressionError`. The last token is `end`.
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let index = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = index;
    const match = pattern.exec(text)?.[0];
    if (match === undefined) return null;
    index += match.length;
    return match;
  };
  for (;;) {
    take(patterns.space);
    if (index >= text.length) return [...tokens, { kind: 'end', text: '' }];
    const start = text.charAt(index);
    if (quotes.has(start)) {
      const { value, end } = readText(text, index);
      tokens.push({ kind: 'text', value, text: text.slice(index, end) });
      index = end;
      continue;
    }
    const number = take(patterns.number);
    if (number !== null) {
      tokens.push({ kind: 'number', value: numberFrom(number), text: number });
      continue;
    }
    const name = take(patterns.name);
    const sign = name === null ? take(patterns.sign) : null;
    if (name !== null) tokens.push({ kind: 'name', text: name });
    else if (sign !== null) tokens.push({ kind: 'sign', text: sign });
    else throw new ExpressionError(unexpected(text, index));
  }
}

function unexpected(text: string, index: number): string {
  const sign = text.slice(index, index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1));
  if (sign === '=') return 'One = does not compare. Write == instead.';
  return `Unexpected “${sign}”.`;
}

function numberFrom(token: string): unknown {
  try {
    return parseExact(token);
  } catch {
    // JSON has no numbers with a leading zero.
    throw new ExpressionError(`${token} is not a number.`);
  }
}

function readText(text: string, start: number): { readonly value: string; readonly end: number } {
  const quote = text.charAt(start);
  let value = '';
  for (let index = start + 1; index < text.length; index += 1) {
    const one = text.charAt(index);
    if (one === quote) return { value, end: index + 1 };
    if (one !== '\\') {
      value += one;
      continue;
    }
    index += 1;
    const escaped = escapes[text.charAt(index)];
    if (escaped === undefined)
      throw new ExpressionError(`Unknown escape \\${text.charAt(index)} in a string.`);
    value += escaped;
  }
  throw new ExpressionError(`A string has no closing ${quote}.`);
}
