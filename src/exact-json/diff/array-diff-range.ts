import type { CommonAffixes } from '../scan/common-affixes.ts';
import { readColumn, valueAtOffset, type StructuralIndex } from '../structural-index/structural-index.ts';

/** The items of an array outside the text that both arrays have in common. */
export interface ArrayDiffRange {
  /** Number of items before them. */
  readonly skipped: number;
  readonly items: readonly number[];
}

/**
 * The items of one of two arrays not covered by their common prefix and suffix, found in a few steps, however
 * many items there are. The same number is skipped in the other array, at both ends.
 */
export function arrayDiffRange(
  outline: StructuralIndex,
  array: number,
  { prefixLength, suffixLength }: CommonAffixes,
): ArrayDiffRange {
  const size = readColumn(outline.sizes, array);
  const headEnd = readColumn(outline.starts, array) + prefixLength;
  const tailStart = readColumn(outline.ends, array) - suffixLength;

  // An item is covered if the character after it (before it, at the end) is common too.
  let first = itemAt(outline, array, headEnd - 1);
  if (first < 0) first = array + 1;
  else if (readColumn(outline.ends, first) < headEnd) first = readColumn(outline.subtreeEnds, first);
  const last = itemAt(outline, array, tailStart);

  const end = last < 0 ? array + 1 : readColumn(outline.subtreeEnds, last);
  const items: number[] = [];
  for (let item = first; item < end; item = readColumn(outline.subtreeEnds, item)) items.push(item);
  const isBehindAll = first >= readColumn(outline.subtreeEnds, array);
  return { skipped: isBehindAll ? size : readColumn(outline.labels, first), items };
}

/** Index of the item that contains or precedes an offset; -1 if none does. */
function itemAt(outline: StructuralIndex, array: number, offset: number): number {
  let item = Math.min(valueAtOffset(outline, offset), readColumn(outline.subtreeEnds, array) - 1);
  while (item > array && readColumn(outline.parents, item) !== array)
    item = readColumn(outline.parents, item);
  return item > array ? item : -1;
}
