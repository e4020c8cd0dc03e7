import { JsonSyntaxError, type JsonNode, type JsonObjectNode } from 'exact-json';

export class ObjectReader {
  readonly #text: string;
  readonly #node: JsonObjectNode;
  readonly #what: string;
  readonly #members = new Map<string, JsonNode>();

  // Throws `JsonSyntaxError` for anything but an object with these members, each at most once.
  constructor(text: string, node: JsonNode, what: string, allowedKeys: readonly string[]) {
    if (node.type !== 'object') throw new JsonSyntaxError(`${what} must be an object`, text, node.start);
    this.#text = text;
    this.#node = node;
    this.#what = what;
    for (const { key, value } of node.members) {
      if (!allowedKeys.includes(key)) {
        throw new JsonSyntaxError(`${what} has an unknown member ${JSON.stringify(key)}`, text, value.start);
      }
      if (this.#members.has(key)) {
        throw new JsonSyntaxError(`${what} has ${JSON.stringify(key)} twice`, text, value.start);
      }
      this.#members.set(key, value);
    }
  }

  has(key: string): boolean {
    return this.#members.has(key);
  }

  fail(message: string, key?: string): JsonSyntaxError {
    const member = key === undefined ? undefined : this.#members.get(key);
    return new JsonSyntaxError(message, this.#text, (member ?? this.#node).start);
  }

  // The text of a member, verbatim; `null` if missing.
  json(key: string): string | null {
    const node = this.#members.get(key);
    return node === undefined ? null : this.#text.slice(node.start, node.end);
  }

  node(key: string): JsonNode | null {
    return this.#members.get(key) ?? null;
  }

  // The text of a member that must be an object; `null` if missing.
  object(key: string): string | null {
    const node = this.#members.get(key);
    if (node !== undefined && node.type !== 'object') throw this.fail(`"${key}" must be an object`, key);
    return this.json(key);
  }

  string(key: string): string | null {
    const node = this.#members.get(key);
    if (node === undefined) return null;
    if (node.type !== 'string') throw this.fail(`"${key}" must be a string`, key);
    return JSON.parse(this.#text.slice(node.start, node.end)) as string;
  }

  requiredString(key: string): string {
    const value = this.string(key);
    if (value === null) throw this.fail(`${this.#what} has no "${key}"`);
    return value;
  }

  // Texts of a list; empty if missing.
  strings(key: string): string[] {
    const node = this.#members.get(key);
    if (node === undefined) return [];
    if (node.type !== 'array' || node.items.some(({ type }) => type !== 'string')) {
      throw this.fail(`"${key}" must be a list of strings`, key);
    }
    return node.items.map(({ start, end }) => JSON.parse(this.#text.slice(start, end)) as string);
  }

  // A finite number; `null` if missing.
  number(key: string): number | null {
    const node = this.#members.get(key);
    if (node === undefined) return null;
    const number = node.type === 'number' ? Number(this.#text.slice(node.start, node.end)) : NaN;
    if (!Number.isFinite(number)) throw this.fail(`"${key}" must be a number`, key);
    return number;
  }

  // The token of a number above zero. Throws if missing.
  positiveNumber(key: string): string {
    const node = this.#members.get(key);
    const token = node?.type === 'number' ? this.#text.slice(node.start, node.end) : '';
    if (!(Number(token) > 0) || !Number.isFinite(Number(token))) {
      throw this.fail(`"${key}" must be a number above 0`, key);
    }
    return token;
  }
}
