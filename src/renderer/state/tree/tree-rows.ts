import { resolveJsonPointer, pathAt, toJsonPointer } from '../../../exact-json/structural-index/json-path.ts';
import {
  readColumn,
  isMember,
  keyAt,
  valueKindOf,
  type StructuralIndex,
} from '../../../exact-json/structural-index/structural-index.ts';
import { decodeString } from '../../../exact-json/scan/parse-tree.ts';
import { isMessage } from '../messages/model/message-summary.ts';
import { escapeInvisibleString } from '../../../shared/escape-invisible.ts';
import type { TreeValue } from './tree-extensions.ts';

/** Which values are open. What the user did not touch is open down to a depth. */
export interface TreeExpansion {
  readonly openDepth: number;
  /** A container with more children than this opens only when asked to. */
  readonly longest: number;
  /** Values that the user opened (true) or closed (false), by pointer. */
  readonly chosen: ReadonlyMap<string, boolean>;
  /** Values with everything inside of them open, by pointer. */
  readonly inside: readonly string[];
}

/** A folding for one text: values by their index. */
export interface ResolvedExpansion {
  readonly openDepth: number;
  readonly longest: number;
  readonly chosen: ReadonlyMap<number, boolean>;
  /** The first and behind the last value of everything that is open inside. */
  readonly inside: readonly (readonly [number, number])[];
}

/** A list of thousands is opened on purpose. */
export const autoExpandLimit = 100;

/** A folding found in a text; what it does not have is left out. */
export function resolveExpansion(
  text: string,
  outline: StructuralIndex,
  folding: TreeExpansion,
): ResolvedExpansion {
  const find = (pointer: string): number => resolveJsonPointer(text, outline, pointer);
  const inside = folding.inside.map(find).filter((at) => at >= 0);
  return {
    openDepth: folding.openDepth,
    longest: folding.longest,
    chosen: new Map([...folding.chosen].map(([pointer, open]) => [find(pointer), open])),
    inside: inside.map((at) => [at, readColumn(outline.subtreeEnds, at)] as const),
  };
}

/** The visible values of a tree without its root, in order. Costs one step per visible line, whatever is folded away. */
export function visibleRows(text: string, outline: StructuralIndex, folding: ResolvedExpansion): Int32Array {
  const rows = new Int32Array(outline.count);
  let count = 0;
  for (let at = 0; at < outline.count;) {
    rows[count] = at;
    count += 1;
    at = isExpanded(text, outline, at, folding) ? at + 1 : readColumn(outline.subtreeEnds, at);
  }
  // The outermost braces say nothing, unless there is nothing else.
  return rows.slice(count > 1 ? 1 : 0, count);
}

/** Whether a container shows what is in it. Messages start closed: their line says what they say. */
export function isExpanded(
  text: string,
  outline: StructuralIndex,
  index: number,
  folding: ResolvedExpansion,
): boolean {
  const size = readColumn(outline.sizes, index);
  if (size === 0) return false;
  const own = folding.chosen.get(index);
  if (own !== undefined) return own;
  if (folding.inside.some(([from, to]) => index >= from && index < to)) return true;
  if (readColumn(outline.depths, index) >= folding.openDepth || size > folding.longest) return false;
  return folding.openDepth === Infinity || !isMessage(text, outline, index);
}

/** The pointers of everything that a value lies in: what must be open for it to be seen. */
export function ancestorPointers(text: string, outline: StructuralIndex, index: number): string[] {
  const pointers: string[] = [];
  for (let at = readColumn(outline.parents, index); at >= 0; at = readColumn(outline.parents, at)) {
    pointers.push(toJsonPointer(pathAt(text, outline, at)));
  }
  return pointers;
}

/** A value as the slots of the tree see it. */
export function treeValue(text: string, outline: StructuralIndex, index: number): TreeValue {
  const path = pathAt(text, outline, index);
  const kind = valueKindOf(outline, index);
  return {
    path,
    pointer: toJsonPointer(path),
    // Too deep to be looked into, and only shown as text.
    type: kind === 'deep' ? 'array' : kind,
    start: readColumn(outline.starts, index),
    end: readColumn(outline.ends, index),
    duplicate: hasDuplicateKey(text, outline, index),
    children: kind === 'object' || kind === 'array' ? readColumn(outline.sizes, index) : null,
  };
}

/** Whether another member of the same object has this key (row J-3). Objects of thousands of members are not searched. */
export function hasDuplicateKey(text: string, outline: StructuralIndex, index: number): boolean {
  if (!isMember(outline, index)) return false;
  const parent = readColumn(outline.parents, index);
  if (readColumn(outline.sizes, parent) > 2000) return false;
  const key = keyAt(text, outline, index);
  const end = readColumn(outline.subtreeEnds, parent);
  for (let at = parent + 1; at < end; at = readColumn(outline.subtreeEnds, at)) {
    if (at !== index && keyAt(text, outline, at) === key) return true;
  }
  return false;
}

/** Longest piece of a text that a line shows; the whole is one click away. */
const previewLength = 300;

/** A leaf as a line shows it: strings decoded and cut, numbers and literals exactly as the server wrote them. */
export function leafPreview(
  text: string,
  outline: StructuralIndex,
  index: number,
): { readonly shown: string; readonly more: number } {
  const start = readColumn(outline.starts, index);
  const valueEnd = readColumn(outline.ends, index);
  if (valueKindOf(outline, index) !== 'string') {
    const end = Math.min(valueEnd, start + previewLength);
    return { shown: text.slice(start, end), more: valueEnd - end };
  }
  const length = valueEnd - start - 2;
  if (length <= previewLength)
    return { shown: escapeInvisibleString(decodeString(text.slice(start, valueEnd))), more: 0 };
  // Cut in the token, then step back out of a half escape, so that a text of megabytes is never decoded for one line.
  let cut = start + 1 + previewLength;
  const escape = text.lastIndexOf('\\', cut - 1);
  if (escape > cut - 6) cut = escapeStart(text, escape);
  return {
    shown: escapeInvisibleString(decodeString(`${text.slice(start, cut)}"`)),
    more: valueEnd - 1 - cut,
  };
}

/** The first of the backslashes that lead up to `at`. */
function escapeStart(text: string, at: number): number {
  let start = at;
  while (text.charAt(start - 1) === '\\') start -= 1;
  return start;
}
