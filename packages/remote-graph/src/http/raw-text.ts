import { elementTexts, isNestedDeeperThan, memberText, parseExact, type Exactness } from 'exact-json';
import { ArgumentError, TooDeepError } from '../errors.ts';

// The text of an answer or of a part of it, and the texts of its elements if it is a list.
class AnswerText {
  readonly whole: () => string;
  #elements: readonly string[] | null = null;

  constructor(whole: () => string) {
    this.whole = whole;
  }

  // Lists are split on demand.
  element(index: number): string | undefined {
    this.#elements ??= elementTexts(this.whole());
    return this.#elements[index];
  }
}

// A constructor that returns its argument: a class that extends it adds its private fields to that object.
const ExistingObject = function (value: object): object {
  return value;
} as unknown as new (value: object) => object;

// Stores the text of a value in private fields of the value. With a `WeakMap`, all values of a long read and their texts would
// survive until a full garbage collection: minor ones treat what an old map refers to as alive.
class RawText extends ExistingObject {
  #text: AnswerText;
  // The position in the list that has the text; `null` for the list, or for an object.
  #index: number | null = null;

  private constructor(value: object, text: AnswerText) {
    super(value);
    this.#text = text;
  }

  static set(value: object, text: AnswerText, index: number | null = null): void {
    const target = #text in value ? value : new RawText(value, text);
    target.#text = text;
    target.#index = index;
  }

  static get(value: unknown): string | undefined {
    if (typeof value !== 'object' || value === null || !(#text in value)) return undefined;
    if (value.#index === null) return value.#text.whole();
    return value.#text.element(value.#index) ?? JSON.stringify(value);
  }
}

/**
 * The server's own JSON text of a returned object or list, or of an element of such a list, verbatim:
 * numbers, key order, whitespace. Lives as long as the value.
 */
export function rawTextOf(value: object): string {
  const text = RawText.get(value);
  if (text === undefined)
    throw new ArgumentError('This value did not come from a server, so it has no original text.');
  return text;
}

/** Numbers as doubles, or as `ExactNumber` where a double can't represent them. */
export type NumberMode = 'doubles' | Exactness;

// Deepest nesting parsed. As objects, deeper levels cost hundreds of megabytes and seconds.
const deepestAnswer = 250_000;

/** Throws `TooDeepError` for text nested too deeply. `what` names it in the error. */
export function assertNotTooDeep(text: string, what: string): void {
  if (isNestedDeeperThan(text, deepestAnswer)) throw new TooDeepError(what, deepestAnswer, text);
}

/** Start of a value's JSON, for errors. Never serializes a whole value, which may be huge or deep. */
export function sampleOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 200));
  if (typeof value !== 'object' || value === null) return String(value).slice(0, 200);
  return RawText.get(value)?.slice(0, 200) ?? (Array.isArray(value) ? 'a list' : 'an object');
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
  const answerText = new AnswerText(() => text);
  RawText.set(value, answerText);
  if (Array.isArray(value)) setElementTexts(value, answerText);
  return value;
}

function setElementTexts(list: readonly unknown[], text: AnswerText): void {
  for (let index = 0; index < list.length; index += 1) {
    const element = list[index];
    if (typeof element === 'object' && element !== null) RawText.set(element, text, index);
  }
}

/** Makes `text` the raw text of a value that stands for what a server sent under other names. */
export function withRawText<T extends object>(value: T, text: string): T {
  RawText.set(value, new AnswerText(() => text));
  return value;
}

/** Joins pages into one list, keeping element texts. A single page is returned as is. */
export function concatPages<T extends object>(pages: readonly (readonly T[])[]): T[] {
  const [only] = pages;
  if (only && pages.length === 1) return only as T[];
  const list = pages.flat();
  RawText.set(list, new AnswerText(() => `[${list.map(rawTextOf).join(',')}]`));
  return list;
}

/** Gives the elements of a list inside a server value their own raw texts. */
export function trackElementTexts(value: object, key: string): void {
  const list = (value as Readonly<Record<string, unknown>>)[key];
  if (Array.isArray(list))
    setElementTexts(list, new AnswerText(() => memberText(rawTextOf(value), key) ?? '[]'));
}
