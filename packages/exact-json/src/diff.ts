import { arrayDiffRange } from './array-diff-range.ts';
import { commonPrefixLength, commonSuffixLength, type CommonAffixes } from './common-affixes.ts';
import { matchItems, sameText } from './match-items.ts';
import { compactJson } from './format.ts';
import type { JsonPath } from './json-path.ts';
import {
  childrenOf,
  readColumn,
  keyAt,
  valueKindOf,
  buildIndex,
  textAt,
  type StructuralIndex,
} from './structural-index.ts';
import { decodeString } from './parse-tree.ts';

export type { JsonPath } from './json-path.ts';

/**
 * One difference, texts verbatim. `before` is `null` for additions, `after` for removals. The path is in the
 * later document; that of a removed item ends with its old index. A moved item has equal texts and its old
 * index in `from`; changes inside it follow as differences of their own.
 */
export interface JsonDifference {
  readonly path: JsonPath;
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  readonly before: string | null;
  readonly after: string | null;
  readonly from?: number;
}

/** A text with its structural index. */
export interface IndexedText {
  readonly text: string;
  readonly structuralIndex: StructuralIndex;
}

/**
 * The differences between two JSON texts. Array items are matched by content, then by `id`, so that an
 * inserted, removed or moved item is one difference and not a shift of all. Whitespace, key order and string
 * escapes don't count; the spelling of numbers does (`1.0` is not `1`).
 */
export function diffJson(before: string, after: string): JsonDifference[] {
  if (before === after) return [];
  return diffIndexed(indexText(before), indexText(after));
}

/**
 * Prepares a text for {@link diffIndexed}: without whitespace between tokens, so that equal values are equal
 * texts.
 */
export function indexText(text: string): IndexedText {
  const compact = compactJson(text);
  return { text: compact, structuralIndex: buildIndex(compact) };
}

/** {@link diffJson} of prepared texts. */
export function diffIndexed(a: IndexedText, b: IndexedText): JsonDifference[] {
  const walk = new Walk(a, b);
  walk.compare(0, 0, []);
  return walk.differences;
}

// Compares top down, skipping values that are equal as text.
class Walk {
  readonly differences: JsonDifference[] = [];
  readonly #a: IndexedText;
  readonly #b: IndexedText;

  constructor(a: IndexedText, b: IndexedText) {
    this.#a = a;
    this.#b = b;
  }

  // `affixes`: common affixes found by a surrounding object.
  compare(x: number, y: number, path: JsonPath, affixes: Partial<CommonAffixes> = {}): void {
    const kind = valueKindOf(this.#a.structuralIndex, x);
    if (kind !== valueKindOf(this.#b.structuralIndex, y)) return this.#changed(x, y, path);
    if (kind === 'object' || kind === 'array') {
      const ends = this.#commonEnds(x, y, affixes);
      if (ends === null) return;
      return kind === 'object'
        ? this.#compareObjects(x, y, path, ends)
        : this.#compareArrays(x, y, path, ends);
    }
    if (sameText(this.#a, x, this.#b, y)) return;
    if (kind !== 'string' || decodeString(this.#before(x)) !== decodeString(this.#after(y))) {
      this.#changed(x, y, path);
    }
  }

  // Common affixes of two values; `null` if they are equal.
  #commonEnds(x: number, y: number, affixes: Partial<CommonAffixes>): CommonAffixes | null {
    const [start, end] = spanOf(this.#a, x);
    const [otherStart, otherEnd] = spanOf(this.#b, y);
    const shorter = Math.min(end - start, otherEnd - otherStart);
    const prefixLength =
      affixes.prefixLength ?? commonPrefixLength(this.#a.text, start, this.#b.text, otherStart, shorter);
    if (prefixLength === end - start && prefixLength === otherEnd - otherStart) return null;
    const max = shorter - prefixLength;
    const suffixLength = Math.min(
      affixes.suffixLength ?? commonSuffixLength(this.#a.text, end, this.#b.text, otherEnd, max),
      max,
    );
    return { prefixLength, suffixLength };
  }

  #compareObjects(x: number, y: number, path: JsonPath, affixes: CommonAffixes): void {
    const old = lastByKey(this.#a, x);
    const now = lastByKey(this.#b, y);
    for (const [key, child] of old) {
      const other = now.get(key);
      const memberPath = [...path, key];
      if (other !== undefined)
        this.compare(child, other, memberPath, this.#endsInside(x, y, affixes, child, other));
      else
        this.differences.push({
          path: memberPath,
          kind: 'removed',
          before: this.#before(child),
          after: null,
        });
    }
    for (const [key, child] of now) {
      if (old.has(key)) continue;
      this.differences.push({ path: [...path, key], kind: 'added', before: null, after: this.#after(child) });
    }
  }

  // What the affixes of two objects imply for a member of both: those in which the common text ends.
  #endsInside(
    x: number,
    y: number,
    affixes: CommonAffixes,
    child: number,
    other: number,
  ): Partial<CommonAffixes> {
    const [start, end] = spanOf(this.#a, x);
    const [otherStart, otherEnd] = spanOf(this.#b, y);
    const [childStart, childEnd] = spanOf(this.#a, child);
    const [positionStart, positionEnd] = spanOf(this.#b, other);
    const shorter = Math.min(childEnd - childStart, positionEnd - positionStart);
    const head = start + affixes.prefixLength - childStart;
    const tail = childEnd - (end - affixes.suffixLength);
    const isHead = childStart - start === positionStart - otherStart && head > 0;
    const isTail = end - childEnd === otherEnd - positionEnd && tail > 0;
    return {
      ...(isHead ? { prefixLength: Math.min(head, shorter) } : {}),
      ...(isTail ? { suffixLength: Math.min(tail, shorter) } : {}),
    };
  }

  #compareArrays(x: number, y: number, path: JsonPath, affixes: CommonAffixes): void {
    const { skipped, items: old } = arrayDiffRange(this.#a.structuralIndex, x, affixes);
    const { items: now } = arrayDiffRange(this.#b.structuralIndex, y, affixes);
    for (const step of matchItems(this.#a, old, this.#b, now)) {
      const child = step.from === null ? undefined : old[step.from];
      const other = step.to === null ? undefined : now[step.to];
      const from = skipped + (step.from ?? 0);
      const to = skipped + (step.to ?? 0);
      if (child !== undefined && other !== undefined) {
        const itemPath = [...path, to];
        if (step.moved) {
          const after = this.#after(other);
          this.differences.push({ path: itemPath, kind: 'moved', before: after, after, from });
        }
        if (!step.equal) this.compare(child, other, itemPath);
      } else if (child !== undefined) {
        const before = this.#before(child);
        this.differences.push({ path: [...path, from], kind: 'removed', before, after: null });
      } else if (other !== undefined) {
        this.differences.push({
          path: [...path, to],
          kind: 'added',
          before: null,
          after: this.#after(other),
        });
      }
    }
  }

  #changed(x: number, y: number, path: JsonPath): void {
    this.differences.push({ path, kind: 'changed', before: this.#before(x), after: this.#after(y) });
  }

  #before(x: number): string {
    return textAt(this.#a.text, this.#a.structuralIndex, x);
  }

  #after(y: number): string {
    return textAt(this.#b.text, this.#b.structuralIndex, y);
  }
}

function spanOf({ structuralIndex }: IndexedText, index: number): readonly [start: number, end: number] {
  return [readColumn(structuralIndex.starts, index), readColumn(structuralIndex.ends, index)];
}

// Members by key; the last one of duplicate keys wins, as in `JSON.parse`.
function lastByKey({ text, structuralIndex }: IndexedText, index: number): Map<string, number> {
  return new Map(
    childrenOf(structuralIndex, index).map((child) => [keyAt(text, structuralIndex, child) ?? '', child]),
  );
}
