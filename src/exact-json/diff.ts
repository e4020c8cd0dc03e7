import { matchItems } from './diff-items.ts';
import { compactJson } from './format.ts';
import type { JsonPath } from './json-path.ts';
import { childrenOf, column, keyAt, kindOf, outlineOf, textAt, type Outline } from './outline.ts';
import { decodeString } from './tree.ts';

export type { JsonPath } from './json-path.ts';

/**
 * One difference; texts are verbatim. `before` is `null` for what was added, `after` for what was removed. The path is
 * that of the later document; the last part of a removed item's path is the index that it had. A moved item has the
 * same text on both sides and its old index in `from`; what changed inside of it follows as differences of its own.
 */
export interface JsonDifference {
  readonly path: JsonPath;
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  readonly before: string | null;
  readonly after: string | null;
  readonly from?: number;
}

/** A text with its outline. */
export interface Outlined {
  readonly text: string;
  readonly outline: Outline;
}

/**
 * The differences between two JSON texts, reported where they lie. Items of arrays are matched by content, then by
 * their `id`, so that an item put in front, taken out or moved is one difference and not a shift of all. Whitespace,
 * the order of keys and the way a string is escaped don't count; the way a number is written does (`1.0` is not `1`).
 */
export function diffJson(before: string, after: string): JsonDifference[] {
  if (before === after) return [];
  return diffOutlined(outlined(before), outlined(after));
}

/** A text as {@link diffOutlined} wants it: without whitespace between its tokens, so that equal values are equal texts. */
export function outlined(text: string): Outlined {
  const outline = outlineOf(text);
  if (outline.compact) return { text, outline };
  const compact = compactJson(text);
  return { text: compact, outline: outlineOf(compact) };
}

/** {@link diffJson} of texts that were looked through already. */
export function diffOutlined(a: Outlined, b: Outlined): JsonDifference[] {
  const walk = new Walk(a, b);
  walk.compare(0, 0, []);
  return walk.found;
}

/** Compares from the top down; what is equal as text is never looked into. */
class Walk {
  readonly found: JsonDifference[] = [];
  readonly #a: Outlined;
  readonly #b: Outlined;

  constructor(a: Outlined, b: Outlined) {
    this.#a = a;
    this.#b = b;
  }

  compare(x: number, y: number, path: JsonPath): void {
    if (sameText(this.#a, x, this.#b, y)) return;
    const kind = kindOf(this.#a.outline, x);
    if (kind !== kindOf(this.#b.outline, y)) return this.#changed(x, y, path);
    if (kind === 'object') return this.#compareObjects(x, y, path);
    if (kind === 'array') return this.#compareArrays(x, y, path);
    if (kind !== 'string' || decodeString(this.#before(x)) !== decodeString(this.#after(y))) {
      this.#changed(x, y, path);
    }
  }

  #compareObjects(x: number, y: number, path: JsonPath): void {
    const old = lastByKey(this.#a, x);
    const now = lastByKey(this.#b, y);
    for (const [key, child] of old) {
      const other = now.get(key);
      const at = [...path, key];
      if (other !== undefined) this.compare(child, other, at);
      else this.found.push({ path: at, kind: 'removed', before: this.#before(child), after: null });
    }
    for (const [key, child] of now) {
      if (old.has(key)) continue;
      this.found.push({ path: [...path, key], kind: 'added', before: null, after: this.#after(child) });
    }
  }

  #compareArrays(x: number, y: number, path: JsonPath): void {
    const old = childrenOf(this.#a.outline, x);
    const now = childrenOf(this.#b.outline, y);
    for (const step of matchItems(this.#a, old, this.#b, now)) {
      const { from, to } = step;
      const child = from === null ? undefined : old[from];
      const other = to === null ? undefined : now[to];
      if (child !== undefined && other !== undefined && to !== null) {
        const at = [...path, to];
        if (step.moved && from !== null) {
          const after = this.#after(other);
          this.found.push({ path: at, kind: 'moved', before: after, after, from });
        }
        this.compare(child, other, at);
      } else if (child !== undefined && from !== null) {
        const before = this.#before(child);
        this.found.push({ path: [...path, from], kind: 'removed', before, after: null });
      } else if (other !== undefined && to !== null) {
        this.found.push({ path: [...path, to], kind: 'added', before: null, after: this.#after(other) });
      }
    }
  }

  #changed(x: number, y: number, path: JsonPath): void {
    this.found.push({ path, kind: 'changed', before: this.#before(x), after: this.#after(y) });
  }

  #before(x: number): string {
    return textAt(this.#a.text, this.#a.outline, x);
  }

  #after(y: number): string {
    return textAt(this.#b.text, this.#b.outline, y);
  }
}

/** Whether two values are the same text. */
export function sameText(a: Outlined, x: number, b: Outlined, y: number): boolean {
  const start = column(a.outline.starts, x);
  const other = column(b.outline.starts, y);
  const length = column(a.outline.ends, x) - start;
  if (length !== column(b.outline.ends, y) - other) return false;
  return a.text.slice(start, start + length) === b.text.slice(other, other + length);
}

/** The members of an object; of a key that appears twice the last one counts, as for `JSON.parse`. */
function lastByKey({ text, outline }: Outlined, index: number): Map<string, number> {
  return new Map(childrenOf(outline, index).map((child) => [keyAt(text, outline, child) ?? '', child]));
}
