import { elementTexts } from '../exact-json/members.ts';
import { ArgumentError } from './errors.ts';

const texts = new WeakMap<object, () => string>();

/**
 * The server's own JSON text of an object or list that a client method returned, or of an element of such a list:
 * every number, key order and blank as it came. It lives exactly as long as the value does.
 */
export function textOf(value: object): string {
  const text = texts.get(value);
  if (!text) throw new ArgumentError('This value did not come from a server: its text is not known.');
  return text();
}

/** Parses JSON and keeps the text beside the value. Throws `SyntaxError` as `JSON.parse` does. */
export function parseWithText(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) return value;
  texts.set(value, () => text);
  if (Array.isArray(value)) rememberElements(value, text);
  return value;
}

/** Lists are cut into the texts of their elements only when somebody asks. */
function rememberElements(list: readonly unknown[], text: string): void {
  let pieces: string[] | null = null;
  for (const [index, element] of list.entries()) {
    if (typeof element !== 'object' || element === null) continue;
    texts.set(element, () => {
      pieces ??= elementTexts(text);
      return pieces[index] ?? JSON.stringify(element);
    });
  }
}
