import { JsonText } from './json-text.ts';

/** Gives an object that native `JSON.stringify` writes down verbatim: Node 22, Chrome 114 and later have it. */
const rawJson = (JSON as { readonly rawJSON?: (text: string) => unknown }).rawJSON;

/**
 * A number as JSON wrote it, for a number that a double can't hold. Being a `JsonText` it goes out byte for byte
 * wherever this client writes JSON. `String(n)` and template texts give the token, `BigInt(String(n))` an exact integer.
 * `Number(n)`, `n + 1` and `n < 2` work with the nearest double. `JSON.stringify` writes the token where the engine can
 * (Node 22, Chrome 114), the nearest double elsewhere, and null for a number beyond all doubles there.
 */
export class ExactNumber extends JsonText {
  /** Throws `JsonSyntaxError`, or `TypeError` for JSON that is no number. */
  constructor(token: string) {
    super(token);
    if (!/^-?\d\S*$/.test(token)) throw new TypeError(`${token} is not a number of JSON.`);
  }

  /** The nearest double; Infinity for a number beyond all doubles. */
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
