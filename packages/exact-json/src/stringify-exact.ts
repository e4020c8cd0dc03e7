import { JsonText } from './json-text.ts';

/**
 * `JSON.stringify`, but a `JsonText` anywhere inside is written down verbatim. Members that are `undefined`,
 * functions or symbols are left out, as `JSON.stringify` does; numbers that are not finite become `null`. Not
 * recursive: depth costs memory only. A `bigint` is written as the number it is. Throws `TypeError`
 * for a value that contains itself.
 */
export function stringifyExact(value: unknown): string {
  const writer = new Writer();
  if (!writer.open(value, '', '')) return 'null';
  while (writer.writeNext());
  return writer.text;
}

interface Open {
  readonly value: object;
  readonly isArray: boolean;
  readonly entries: readonly (readonly [string, unknown])[];
  next: number;
  empty: boolean;
}

class Writer {
  readonly #parts: string[] = [];
  readonly #path: Open[] = [];
  readonly #onPath = new Set<object>();

  get text(): string {
    return this.#parts.join('');
  }

  // Writes the text before a value, and the value or its start. Returns false and writes nothing if JSON has
  // no such value.
  open(original: unknown, key: string, before: string): boolean {
    const value = ownForm(original, key);
    if (typeof value !== 'object' || value === null || value instanceof JsonText) {
      const text = scalarText(value);
      if (text === undefined) return false;
      this.#parts.push(before, text);
      return true;
    }
    if (this.#onPath.has(value))
      throw new TypeError('A value that contains itself can not be written as JSON.');
    this.#onPath.add(value);
    const isArray = Array.isArray(value);
    const entries = isArray
      ? Array.from(value, (item, index) => [String(index), item] as const)
      : Object.entries(value);
    this.#path.push({ value, isArray, entries, next: 0, empty: true });
    this.#parts.push(before, isArray ? '[' : '{');
    return true;
  }

  // Writes the next member of the innermost container, or its end. False when done.
  writeNext(): boolean {
    const open = this.#path.at(-1);
    if (!open) return false;
    const entry = open.entries[open.next];
    if (!entry) {
      this.#parts.push(open.isArray ? ']' : '}');
      this.#path.pop();
      this.#onPath.delete(open.value);
      return true;
    }
    open.next += 1;
    const [name, member] = entry;
    const comma = open.empty ? '' : ',';
    const before = open.isArray ? comma : `${comma}${JSON.stringify(name)}:`;
    const written = this.open(member, name, before) || (open.isArray && this.open(null, name, before));
    if (written) open.empty = false;
    return true;
  }
}

// Text of a scalar; `undefined` if JSON has no such value.
function scalarText(value: unknown): string | undefined {
  if (value instanceof JsonText) return value.text;
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

// Applies `toJSON`.
function ownForm(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || value instanceof JsonText) return value;
  return 'toJSON' in value && typeof value.toJSON === 'function' ? (value.toJSON(key) as unknown) : value;
}
