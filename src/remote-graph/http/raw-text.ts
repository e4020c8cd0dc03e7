import { elementTexts, memberText } from '../../exact-json/scan/object-members.ts';
import { isNestedDeeperThan } from '../../exact-json/scan/scanner.ts';
import { parseExact, type Exactness } from '../../exact-json/numbers/parse-exact.ts';
import { ArgumentError, TooDeepError } from '../errors/errors.ts';

const texts = new WeakMap<object, () => string>();

/**
 * The server's own JSON text of an object or list that a client method returned, or of an element of such a list:
 * every number, key order and blank as it came. It lives exactly as long as the value does.
 */
export function rawTextOf(value: object): string {
  const text = texts.get(value);
  if (!text) throw new ArgumentError('This value did not come from a server: its text is not known.');
  return text();
}

/** How numbers are read: as doubles, or those that a double can't hold as `ExactNumber`. */
export type NumberMode = 'doubles' | Exactness;

/** Levels of an answer that are read. Made into objects, deeper ones cost hundreds of megabytes and seconds. */
const deepestAnswer = 250_000;

/** Throws `TooDeepError` for a text that is not worth parsing. `what` names it in the error. */
export function assertNotTooDeep(text: string, what: string): void {
  if (isNestedDeeperThan(text, deepestAnswer)) throw new TooDeepError(what, deepestAnswer, text);
}

/** The first characters of a value's JSON, for an error. Never writes the whole of a value that may be huge or deep. */
export function sampleOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 200));
  if (typeof value !== 'object' || value === null) return String(value).slice(0, 200);
  return texts.get(value)?.().slice(0, 200) ?? (Array.isArray(value) ? 'a list' : 'an object');
}

/**
 * Parses JSON and keeps the text beside the value. Throws `SyntaxError` as `JSON.parse` does, and `TooDeepError`, which
 * calls the text `what`.
 */
export function parseKeepingText(
  text: string,
  numbers: NumberMode = 'doubles',
  what = 'The answer',
): unknown {
  assertNotTooDeep(text, what);
  const value: unknown = numbers === 'doubles' ? JSON.parse(text) : parseExact(text, numbers);
  if (typeof value !== 'object' || value === null) return value;
  texts.set(value, () => text);
  if (Array.isArray(value)) rememberElements(value, () => text);
  return value;
}

/** Lists are cut into the texts of their elements only when somebody asks. */
function rememberElements(list: readonly unknown[], text: () => string): void {
  let pieces: string[] | null = null;
  for (const [index, element] of list.entries()) {
    if (typeof element !== 'object' || element === null) continue;
    texts.set(element, () => {
      pieces ??= elementTexts(text());
      return pieces[index] ?? JSON.stringify(element);
    });
  }
}

/** One list of the elements of several pages, with their texts. A single page is given back as it is. */
export function concatPages<T extends object>(pages: readonly (readonly T[])[]): T[] {
  const [only] = pages;
  if (only && pages.length === 1) return only as T[];
  const list = pages.flat();
  texts.set(list, () => `[${list.map(rawTextOf).join(',')}]`);
  return list;
}

/** Gives the elements of a list, which is a member of a value that came from a server, texts of their own. */
export function trackElementTexts(value: object, key: string): void {
  const list = (value as Readonly<Record<string, unknown>>)[key];
  if (Array.isArray(list)) rememberElements(list, () => memberText(rawTextOf(value), key) ?? '[]');
}
