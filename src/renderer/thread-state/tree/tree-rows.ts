import {
  decodeString,
  isMember,
  keyAt,
  pathAt,
  readColumn,
  resolveJsonPointer,
  toJsonPointer,
  valueKindOf,
  type StructuralIndex,
} from 'exact-json';
import { fileOf, todoOf } from './agent-values.ts';
import { isMessage } from '../messages/message-summary.ts';
import { escapeInvisibleString } from '../../../shared/escape-invisible.ts';
import type { TreeValue } from './tree-extensions.ts';

// The expanded values. Values that the user didn't touch are expanded down to a depth.
export interface TreeExpansion {
  readonly openDepth: number;
  // Containers with more children start collapsed.
  readonly maxChildren: number;
  // Values that the user expanded (true) or collapsed (false), by pointer.
  readonly chosen: ReadonlyMap<string, boolean>;
  // Values that are expanded with all their descendants, by pointer.
  readonly inside: readonly string[];
}

// A `TreeExpansion` applied to one text, by value index.
export interface ResolvedExpansion {
  readonly openDepth: number;
  readonly maxChildren: number;
  readonly chosen: ReadonlyMap<number, boolean>;
  // Index ranges `[start, end)` of the values in `inside`.
  readonly inside: readonly (readonly [number, number])[];
}

export const autoExpandLimit = 100;

// Applies an expansion to a text; skips pointers that the text doesn't have.
export function resolveExpansion(
  text: string,
  structuralIndex: StructuralIndex,
  expansion: TreeExpansion,
): ResolvedExpansion {
  const find = (pointer: string): number => resolveJsonPointer(text, structuralIndex, pointer);
  const inside = expansion.inside.map(find).filter((at) => at >= 0);
  return {
    openDepth: expansion.openDepth,
    maxChildren: expansion.maxChildren,
    chosen: new Map([...expansion.chosen].map(([pointer, open]) => [find(pointer), open])),
    inside: inside.map((at) => [at, readColumn(structuralIndex.subtreeEnds, at)] as const),
  };
}

// The visible values of a tree in order, without the root. Takes time per visible row, whatever is collapsed.
export function visibleRows(
  text: string,
  structuralIndex: StructuralIndex,
  expansion: ResolvedExpansion,
): Int32Array {
  const rows = new Int32Array(structuralIndex.count);
  let count = 0;
  for (let index = 0; index < structuralIndex.count;) {
    rows[count] = index;
    count += 1;
    index = isExpanded(text, structuralIndex, index, expansion)
      ? index + 1
      : readColumn(structuralIndex.subtreeEnds, index);
  }
  // Drops the root's row unless it is the only one.
  return rows.slice(count > 1 ? 1 : 0, count);
}

// Whether a container is expanded. Messages, to-dos and files start collapsed, because their rows summarize them.
export function isExpanded(
  text: string,
  structuralIndex: StructuralIndex,
  index: number,
  expansion: ResolvedExpansion,
): boolean {
  const size = readColumn(structuralIndex.sizes, index);
  if (size === 0) return false;
  const choice = expansion.chosen.get(index);
  if (choice !== undefined) return choice;
  if (expansion.inside.some(([from, to]) => index >= from && index < to)) return true;
  if (readColumn(structuralIndex.depths, index) >= expansion.openDepth || size > expansion.maxChildren)
    return false;
  return expansion.openDepth === Infinity || !isSummarized(text, structuralIndex, index);
}

function isSummarized(text: string, structuralIndex: StructuralIndex, index: number): boolean {
  return (
    isMessage(text, structuralIndex, index) ||
    todoOf(text, structuralIndex, index) !== null ||
    fileOf(text, structuralIndex, index) !== null
  );
}

// The pointers of a value's ancestors, which must be expanded for it to be visible.
export function ancestorPointers(text: string, structuralIndex: StructuralIndex, index: number): string[] {
  const pointers: string[] = [];
  for (
    let ancestor = readColumn(structuralIndex.parents, index);
    ancestor >= 0;
    ancestor = readColumn(structuralIndex.parents, ancestor)
  ) {
    pointers.push(toJsonPointer(pathAt(text, structuralIndex, ancestor)));
  }
  return pointers;
}

export function treeValue(text: string, structuralIndex: StructuralIndex, index: number): TreeValue {
  const path = pathAt(text, structuralIndex, index);
  const kind = valueKindOf(structuralIndex, index);
  return {
    path,
    pointer: toJsonPointer(path),
    // Too deep to parse, and only displayed as text.
    type: kind === 'deep' ? 'array' : kind,
    start: readColumn(structuralIndex.starts, index),
    end: readColumn(structuralIndex.ends, index),
    duplicate: hasDuplicateKey(text, structuralIndex, index),
    children: kind === 'object' || kind === 'array' ? readColumn(structuralIndex.sizes, index) : null,
  };
}

// Whether the object has another member with this key. Skips objects with thousands of members.
export function hasDuplicateKey(text: string, structuralIndex: StructuralIndex, index: number): boolean {
  if (!isMember(structuralIndex, index)) return false;
  const parent = readColumn(structuralIndex.parents, index);
  if (readColumn(structuralIndex.sizes, parent) > 2000) return false;
  const key = keyAt(text, structuralIndex, index);
  const end = readColumn(structuralIndex.subtreeEnds, parent);
  for (let sibling = parent + 1; sibling < end; sibling = readColumn(structuralIndex.subtreeEnds, sibling)) {
    if (sibling !== index && keyAt(text, structuralIndex, sibling) === key) return true;
  }
  return false;
}

// Limits the text in a row; the preview has all of it.
const previewLength = 300;

// A leaf in a row: strings decoded and truncated, numbers and literals as sent.
export function leafPreview(
  text: string,
  structuralIndex: StructuralIndex,
  index: number,
): { readonly preview: string; readonly more: number } {
  const start = readColumn(structuralIndex.starts, index);
  const valueEnd = readColumn(structuralIndex.ends, index);
  if (valueKindOf(structuralIndex, index) !== 'string') {
    const end = Math.min(valueEnd, start + previewLength);
    return { preview: text.slice(start, end), more: valueEnd - end };
  }
  const length = valueEnd - start - 2;
  if (length <= previewLength)
    return { preview: escapeInvisibleString(decodeString(text.slice(start, valueEnd))), more: 0 };
  // Truncates the token and then backs out of a partial escape, so that megabytes are never decoded for one row.
  let cut = start + 1 + previewLength;
  const escape = text.lastIndexOf('\\', cut - 1);
  if (escape > cut - 6) cut = escapeStart(text, escape);
  return {
    preview: escapeInvisibleString(decodeString(`${text.slice(start, cut)}"`)),
    more: valueEnd - 1 - cut,
  };
}

// The first of the backslashes before `at`.
function escapeStart(text: string, at: number): number {
  let start = at;
  while (text.charAt(start - 1) === '\\') start -= 1;
  return start;
}
