import { type Expression, ExpressionError } from './expression.ts';
import { parseExpression } from './parse-expression.ts';

export type LogMessagePart = string | Expression;

/**
 * Parses a log message: `revision is {revision}`. Double braces are braces. Throws `ExpressionError`.
 */
export function parseLogMessage(text: string): LogMessagePart[] {
  const parts: LogMessagePart[] = [];
  let words = '';
  for (let index = 0; index < text.length; index += 1) {
    const one = text.charAt(index);
    if ((one === '{' || one === '}') && text.charAt(index + 1) === one) {
      words += one;
      index += 1;
    } else if (one === '{') {
      const end = closingBrace(text, index + 1);
      if (words !== '') parts.push(words);
      words = '';
      parts.push(parseExpression(text.slice(index + 1, end)));
      index = end;
    } else {
      words += one;
    }
  }
  return words === '' ? parts : [...parts, words];
}

// Braces inside of a quoted text don't count.
function closingBrace(text: string, from: number): number {
  let quote: string | null = null;
  for (let index = from; index < text.length; index += 1) {
    const one = text.charAt(index);
    if (quote !== null) {
      if (one === '\\') index += 1;
      else if (one === quote) quote = null;
    } else if (one === '"' || one === "'") {
      quote = one;
    } else if (one === '}') {
      return index;
    }
  }
  throw new ExpressionError('An expression has no closing }. Write {{ for a brace.');
}
