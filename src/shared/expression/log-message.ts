import { type Expression, ExpressionError } from './expression.ts';
import { parseExpression } from './parse-expression.ts';

/** Parts of a log message: texts, and expressions in braces. */
export type LogMessagePart = string | Expression;

/**
 * Parses a log message: `revision is {revision}`. Double braces are braces. Throws `ExpressionError`.
 */
export function parseLogMessage(text: string): LogMessagePart[] {
  const parts: LogMessagePart[] = [];
  let words = '';
  for (let at = 0; at < text.length; at += 1) {
    const one = text.charAt(at);
    if ((one === '{' || one === '}') && text.charAt(at + 1) === one) {
      words += one;
      at += 1;
    } else if (one === '{') {
      const end = closingBrace(text, at + 1);
      if (words !== '') parts.push(words);
      words = '';
      parts.push(parseExpression(text.slice(at + 1, end)));
      at = end;
    } else {
      words += one;
    }
  }
  return words === '' ? parts : [...parts, words];
}

/** Braces inside of a quoted text don't count. */
function closingBrace(text: string, from: number): number {
  let quote: string | null = null;
  for (let at = from; at < text.length; at += 1) {
    const one = text.charAt(at);
    if (quote !== null) {
      if (one === '\\') at += 1;
      else if (one === quote) quote = null;
    } else if (one === '"' || one === "'") {
      quote = one;
    } else if (one === '}') {
      return at;
    }
  }
  throw new ExpressionError('An expression has no closing }. Write {{ for a brace.');
}
