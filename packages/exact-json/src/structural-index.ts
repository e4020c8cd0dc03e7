import { validStringEnd, skipSpace, valueEnd } from './scanner.ts';
import { JsonSyntaxError } from './syntax-error.ts';
import { GrowableColumns } from './growable-columns.ts';
import { decodeString } from './parse-tree.ts';

// Kinds of values. `deep`: a container below the deepest level, treated as one piece of text.
export const valueKinds = ['object', 'array', 'string', 'number', 'boolean', 'null', 'deep'] as const;
export type ValueKind = (typeof valueKinds)[number];

/**
 * All values of a JSON text in order of their start, as columns of offsets: nothing is copied, and a value
 * costs 27 bytes. Value 0 is the root. The columns can be transferred to another thread.
 */
export interface StructuralIndex {
  readonly count: number;
  /** `text.slice(starts[i], ends[i])` is value i as written. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The first value that is not inside value i. */
  readonly subtreeEnds: Int32Array;
  /** The container of a value; -1 for the root. */
  readonly parents: Int32Array;
  /** For a member the offset of its key, for an item its index. */
  readonly labels: Int32Array;
  /** Number of members or items. */
  readonly sizes: Int32Array;
  readonly depths: Uint16Array;
  /** An index into `valueKinds`. */
  readonly kinds: Uint8Array;
  /** There is no whitespace between tokens. */
  readonly compact: boolean;
  /** The first non-standard token (NaN, Infinity), which some servers write; -1 if none. */
  readonly firstNonStandardToken: number;
}

// Containers at this depth are not indexed further.
export const maxIndexedDepth = 1000;

const objectKind = 0;
const arrayKind = 1;
const stringKind = 2;
const numberKind = 3;
const deepKind = 6;

/**
 * Indexes every value of a text. For displaying server data: accepts `NaN` and `Infinity`, and does not check
 * the content of strings and numbers. Throws `JsonSyntaxError` where the text can't be parsed.
 */
export function buildIndex(text: string): StructuralIndex {
  const outlining = new IndexBuilder(text);
  for (;;) {
    const structuralIndex = outlining.advance(1 << 16);
    if (structuralIndex) return structuralIndex;
  }
}

/** Builds an index in steps, to yield in between. */
export class IndexBuilder {
  readonly #text: string;
  readonly #columns: GrowableColumns;
  #offset: number;
  #container = -1;
  #depth = 0;
  #label = 0;
  #compact = true;
  #firstOdd = -1;

  constructor(text: string) {
    this.#text = text;
    this.#columns = new GrowableColumns(Math.max(16, text.length >> 5));
    this.#offset = this.#skip(0);
  }

  /**
   * Indexes up to `limit` more values; returns the index at the end of the text, else `null`. Throws as {@link
   * buildIndex}.
   */
  advance(limit: number): StructuralIndex | null {
    const text = this.#text;
    const columns = this.#columns;
    let index = this.#offset;
    // A value takes at least a character, so the index of a short text is short.
    columns.reserve(Math.min(limit, text.length - index + 1));
    const { kinds, parents, sizes } = columns;
    let container = this.#container;
    let depth = this.#depth;
    let label = this.#label;
    for (let value = 0; value < limit; value += 1) {
      const code = text.charCodeAt(index);
      const isContainer = code === 0x7b || code === 0x5b;
      if (isContainer && depth < maxIndexedDepth) {
        const isObject = code === 0x7b;
        const row = columns.add(index, label, container, depth, isObject ? objectKind : arrayKind);
        const contentStart = this.#skip(index + 1);
        if (text.charCodeAt(contentStart) !== (isObject ? 0x7d : 0x5d)) {
          container = row;
          depth += 1;
          label = isObject ? contentStart : 0;
          index = isObject ? this.#valueOf(contentStart) : contentStart;
          continue;
        }
        index = contentStart + 1;
        columns.end(row, index);
      } else {
        const end = isContainer ? valueEnd(text, index) : leafEnd(text, index, code);
        if (this.#firstOdd < 0 && isOdd(text, index, code)) this.#firstOdd = index;
        const kind = isContainer ? deepKind : leafKind(code);
        columns.end(columns.add(index, label, container, depth, kind), end);
        index = end;
      }
      // After a value: the next one, or the end of its container.
      for (;;) {
        index = this.#skip(index);
        if (container < 0) {
          if (index < text.length) throw new JsonSyntaxError('There is text behind the end', text, index);
          return { ...columns.finish(), compact: this.#compact, firstNonStandardToken: this.#firstOdd };
        }
        const isObject = kinds[container] === objectKind;
        const sign = text.charCodeAt(index);
        if (sign === 0x2c) {
          index = this.#skip(index + 1);
          label = isObject ? index : (sizes[container] ?? 0);
          if (isObject) index = this.#valueOf(index);
          break;
        }
        if (sign !== (isObject ? 0x7d : 0x5d)) {
          throw new JsonSyntaxError(`A comma or ${isObject ? '}' : ']'} is missing`, text, index);
        }
        index += 1;
        columns.end(container, index);
        container = parents[container] ?? -1;
        depth -= 1;
      }
    }
    this.#offset = index;
    this.#container = container;
    this.#depth = depth;
    this.#label = label;
    return null;
  }

  #skip(from: number): number {
    const code = this.#text.charCodeAt(from);
    if (code > 0x20 || from >= this.#text.length) return from;
    this.#compact = false;
    return skipSpace(this.#text, from);
  }

  /** Advances from a key to its value. */
  #valueOf(key: number): number {
    const text = this.#text;
    if (text.charCodeAt(key) !== 0x22)
      throw new JsonSyntaxError('A key in double quotes is missing', text, key);
    const colon = this.#skip(validStringEnd(text, key));
    if (text.charCodeAt(colon) !== 0x3a) throw new JsonSyntaxError('A colon is missing', text, colon);
    return this.#skip(colon + 1);
  }
}

function leafKind(code: number): number {
  if (code === 0x22) return stringKind;
  if (code === 0x74 || code === 0x66) return 4;
  return code === 0x6e ? 5 : numberKind;
}

function leafEnd(text: string, index: number, code: number): number {
  if (code === 0x22) return validStringEnd(text, index);
  let end = index;
  for (; end < text.length; end += 1) {
    const charCode = text.charCodeAt(end);
    if (charCode <= 0x20 || charCode === 0x2c || charCode === 0x5d || charCode === 0x7d) break;
  }
  const isWord = code === 0x74 || code === 0x66 || code === 0x6e;
  const tokenPattern = isWord ? /^(?:true|false|null)$/ : /^(?:-?\d[\d.eE+-]*|NaN|-?Infinity)$/;
  // Most tokens are numbers, which their first digit identifies.
  const plain = code >= 0x30 && code <= 0x39;
  if (end === index) throw new JsonSyntaxError('A value is missing', text, index);
  if (!plain && !tokenPattern.test(text.slice(index, end)))
    throw new JsonSyntaxError('This is not a JSON value', text, index);
  return end;
}

function isOdd(text: string, index: number, code: number): boolean {
  return code === 0x4e || code === 0x49 || (code === 0x2d && text.charCodeAt(index + 1) === 0x49);
}

export function readColumn(numbers: Int32Array | Uint16Array | Uint8Array, index: number): number {
  return numbers[index] ?? -1;
}

/** The type of a value: object, array, string, number, boolean, null, or `deep`. */
export function valueKindOf(structuralIndex: StructuralIndex, index: number): ValueKind {
  return valueKinds[readColumn(structuralIndex.kinds, index)] ?? 'null';
}

/** The text of a value, verbatim. */
export function textAt(text: string, structuralIndex: StructuralIndex, index: number): string {
  return text.slice(readColumn(structuralIndex.starts, index), readColumn(structuralIndex.ends, index));
}

/** Whether a value is a member of an object, and not an item of a list or the root. */
export function isMember(structuralIndex: StructuralIndex, index: number): boolean {
  const parent = readColumn(structuralIndex.parents, index);
  return parent >= 0 && readColumn(structuralIndex.kinds, parent) === objectKind;
}

/** The key of a member, decoded; `null` for the root and for items. */
export function keyAt(text: string, structuralIndex: StructuralIndex, index: number): string | null {
  if (!isMember(structuralIndex, index)) return null;
  const start = readColumn(structuralIndex.labels, index);
  return decodeString(text.slice(start, validStringEnd(text, start)));
}

/** The direct children of a value, in order: all, or the first ones. */
export function childrenOf(structuralIndex: StructuralIndex, index: number, limit = Infinity): number[] {
  const children: number[] = [];
  const end = readColumn(structuralIndex.subtreeEnds, index);
  let child = index + 1;
  while (child < end && children.length < limit) {
    children.push(child);
    child = readColumn(structuralIndex.subtreeEnds, child);
  }
  return children;
}

/** Where the members of an object are, by key; `null` for other values, and for an object with more members. */
export function memberIndexes(
  text: string,
  structuralIndex: StructuralIndex,
  index: number,
  maxMembers: number,
): Map<string, number> | null {
  const isOther = valueKindOf(structuralIndex, index) !== 'object';
  if (isOther || readColumn(structuralIndex.sizes, index) > maxMembers) return null;
  return new Map(
    childrenOf(structuralIndex, index).map((child) => [keyAt(text, structuralIndex, child) ?? '', child]),
  );
}

// The innermost value at an offset of the text, or 0, the root.
export function valueAtOffset(structuralIndex: StructuralIndex, offset: number): number {
  let low = 0;
  let high = structuralIndex.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (readColumn(structuralIndex.starts, middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
