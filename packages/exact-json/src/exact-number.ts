import { JsonText } from './json-text.ts';

// Creates an object that native `JSON.stringify` writes verbatim: Node 22, Chrome 114 and later have it.
const rawJson = (JSON as { readonly rawJSON?: (text: string) => unknown }).rawJSON;

/**
 * A number that a double can't represent, as written in JSON. As a `JsonText` it is sent byte for byte.
 * `String(n)` and template strings give the token, `BigInt(String(n))` an exact integer; `Number(n)`, `n + 1`
 * and `n < 2` use the nearest double. `JSON.stringify` writes the token where the engine can (Node 22, Chrome
 * 114), else the nearest double, or null beyond the range of doubles.
 */
export class ExactNumber extends JsonText {
  /** Throws `JsonSyntaxError`, or `TypeError` for JSON that is no number. */
  constructor(token: string) {
    super(token);
    if (!/^-?\d\S*$/.test(token)) throw new TypeError(`${token} is not a number of JSON.`);
  }

  /** The nearest double; Infinity beyond the range of doubles. */
  override valueOf(): number {
    return Number(this.text);
  }

  override toString(): string {
    return this.text;
  }

  toJSON(): unknown {
    return rawJson ? rawJson(this.text) : this.valueOf();
  }
}
