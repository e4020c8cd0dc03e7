import { skipSpace, stringEnd, valueEnd } from './scan.ts';

/** Lays a JSON text out with line breaks and `indent` spaces per level. Every token stays as it is. */
export function formatJson(text: string, indent = 2): string {
  return layOut(text, { newline: '\n', unit: ' '.repeat(indent), colon: ': ' });
}

/** Writes a JSON text without any whitespace between its tokens. Every token stays as it is. */
export function compactJson(text: string): string {
  return layOut(text, { newline: '', unit: '', colon: ':' });
}

interface Layout {
  readonly newline: string;
  readonly unit: string;
  readonly colon: string;
}

function layOut(text: string, { newline, unit, colon }: Layout): string {
  const parts: string[] = [];
  let depth = 0;
  const breakLine = (): void => void parts.push(newline, unit.repeat(depth));
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const char = text.charAt(at);
    let end = at + 1;
    if (char === '{' || char === '[') {
      const inside = skipSpace(text, end);
      if (text.charAt(inside) === (char === '{' ? '}' : ']')) {
        parts.push(char, text.charAt(inside));
        end = inside + 1;
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
      parts.push(colon);
    } else {
      end = char === '"' ? stringEnd(text, at) : Math.max(end, valueEnd(text, at));
      parts.push(text.slice(at, end));
    }
    at = skipSpace(text, end);
  }
  return parts.join('');
}
