import { validStringEnd, skipSpace, stringEnd, valueEnd } from './scanner.ts';

// Deeper values stay on one line: their lines would begin with hundreds of spaces.
const deepestIndent = 100;

/**
 * Formats a JSON text with line breaks and `indent` spaces per level, tokens unchanged. If the result exceeds
 * `limit` characters, at least that much is formatted, and the rest dropped.
 */
export function formatJson(text: string, indent = 2, limit = Infinity): string {
  return layOut(text, ' '.repeat(indent), limit);
}

/** Removes whitespace between tokens, which are unchanged; returns a text without any as is. */
export function compactJson(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let index = 0; index < text.length;) {
    const code = text.charCodeAt(index);
    if (code === 0x22) {
      index = validStringEnd(text, index);
    } else if (code <= 0x20) {
      if (index > from) parts.push(text.slice(from, index));
      from = Math.max(index + 1, skipSpace(text, index));
      index = from;
    } else {
      index += 1;
    }
  }
  if (from === 0) return text;
  parts.push(text.slice(from));
  return parts.join('');
}

function layOut(text: string, unit: string, limit: number): string {
  const parts: string[] = [];
  let depth = 0;
  let length = 0;
  const breakLine = (): void => {
    parts.push('\n', unit.repeat(depth));
    length += 1 + unit.length * depth;
  };
  let index = skipSpace(text, 0);
  while (index < text.length && length <= limit) {
    const char = text.charAt(index);
    let end = index + 1;
    if (char === '{' || char === '[') {
      const contentStart = skipSpace(text, end);
      const isTooDeep = depth >= deepestIndent;
      if (text.charAt(contentStart) === (char === '{' ? '}' : ']')) {
        parts.push(char, text.charAt(contentStart));
        end = contentStart + 1;
      } else if (isTooDeep) {
        end = Math.max(end, valueEnd(text, index));
        parts.push(text.slice(index, end));
      } else {
        parts.push(char);
        depth += 1;
        breakLine();
      }
    } else if (char === '}' || char === ']') {
      depth -= 1;
      breakLine();
      parts.push(char);
    } else if (char === ',') {
      parts.push(char);
      breakLine();
    } else if (char === ':') {
      parts.push(': ');
    } else {
      end = char === '"' ? stringEnd(text, index) : Math.max(end, valueEnd(text, index));
      parts.push(text.slice(index, end));
    }
    length += end - index;
    index = skipSpace(text, end);
  }
  return parts.join('');
}
