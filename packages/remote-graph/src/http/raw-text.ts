import { elementTexts, isNestedDeeperThan, memberText, parseExact, type Exactness } from 'exact-json';
import { ArgumentError, TooDeepError } from '../errors.ts';

const texts = new WeakMap<object, () => string>();

/**
 * The server's own JSON text of a returned object or list, or of an element of such a list, verbatim:
 * numbers, key order, whitespace. Lives as long as the value.
 */
export function rawTextOf(value: object): string {
  const text = texts.get(value);
  if (!text) throw new ArgumentError('This value did not come from a server, so it has no original text.');
  return text();
}

/** Numbers as doubles, or as `ExactNumber` where a double can't represent them. */
export type NumberMode = 'doubles' | Exactness;

/** Deepest nesting parsed. As objects, deeper levels cost hundreds of megabytes and seconds. */
const deepestAnswer = 250_000;

/** Throws `TooDeepError` for text nested too deeply. `what` names it in the error. */
export function assertNotTooDeep(text: string, what: string): void {
  if (isNestedDeeperThan(text, deepestAnswer)) throw new TooDeepError(what, deepestAnswer, text);
}

/** Start of a value's JSON, for errors. Never serializes a whole value, which may be huge or deep. */
export function sampleOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 200));
  if (typeof value !== 'object' || value === null) return String(value).slice(0, 200);
  return texts.get(value)?.().slice(0, 200) ?? (Array.isArray(value) ? 'a list' : 'an object');
}

/**
 * Parses JSON and stores the text for {@link rawTextOf}. Throws `SyntaxError` as `JSON.parse` does, or
 * `TooDeepError` naming `what`.
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

/** Lists are split into element texts on demand. */
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

/** Makes `text` the raw text of a value that stands for what a server sent under other names. */
export function withRawText<T extends object>(value: T, text: string): T {
  texts.set(value, () => text);
  return value;
}

/** Joins pages into one list, keeping element texts. A single page is returned as is. */
export function concatPages<T extends object>(pages: readonly (readonly T[])[]): T[] {
  const [only] = pages;
  if (only && pages.length === 1) return only as T[];
  const list = pages.flat();
  texts.set(list, () => `[${list.map(rawTextOf).join(',')}]`);
  return list;
}

/** Gives the elements of a list inside a server value their own raw texts. */
export function trackElementTexts(value: object, key: string): void {
  const list = (value as Readonly<Record<string, unknown>>)[key];
  if (Array.isArray(list)) rememberElements(list, () => memberText(rawTextOf(value), key) ?? '[]');
}
