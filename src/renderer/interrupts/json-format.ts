import { JsonSyntaxError, parseTree } from 'exact-json';
import { parseJson } from '../../shared/parse-json.ts';

/** The value of a JSON string; `null` for other values and for `null`. */
export function parseString(text: string | null): string | null {
  if (text === null || !text.trimStart().startsWith('"')) return null;
  const value = parseJson(text);
  return typeof value === 'string' ? value : null;
}

/** The syntax error of a text with its position; `null` if it is JSON. */
export function jsonErrorText(text: string): string | null {
  try {
    parseTree(text);
    return null;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return error.message;
  }
}

export function buildObjectText(members: readonly (readonly [key: string, text: string])[]): string {
  return `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}
