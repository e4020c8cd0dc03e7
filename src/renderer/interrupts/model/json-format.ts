import { JsonSyntaxError } from '../../../exact-json/scan/syntax-error.ts';
import { parseTree } from '../../../exact-json/scan/parse-tree.ts';

/** The string that a JSON text is; `null` for every other value and for no text. */
export function parseString(text: string | null): string | null {
  if (text === null || !text.trimStart().startsWith('"')) return null;
  const value = tryParse(text);
  return typeof value === 'string' ? value : null;
}

/** The value of a JSON text, for looks only: long numbers are rounded. `undefined` for a text that is no JSON. */
export function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is wrong with a text as JSON, with the place; `null` for JSON. */
export function jsonErrorText(text: string): string | null {
  try {
    parseTree(text);
    return null;
  } catch (thrown) {
    if (!(thrown instanceof JsonSyntaxError)) throw thrown;
    return thrown.message;
  }
}

export function isJson(text: string): boolean {
  return jsonErrorText(text) === null;
}

/** An object of texts that are JSON already. */
export function buildObjectText(members: readonly (readonly [key: string, text: string])[]): string {
  return `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}
