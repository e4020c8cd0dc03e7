import type { CommonAffixes } from '../scan/common-affixes.ts';
import { readColumn, valueAtOffset, type StructuralIndex } from '../structural-index/structural-index.ts';

/** The items of an array that are left when those are skipped that lie in text which both arrays have in common. */
export interface ArrayDiffRange {
  /** How many items stand before them. */
  readonly skipped: number;
  readonly items: readonly number[];
}

/**
 * The items of one of two arrays that their common beginning and end do not settle: found in a few steps, however many
 * items there are. The same number is skipped in the other array, at both ends.
 */
export function arrayDiffRange(
  outline: StructuralIndex,
  array: number,
  { prefixLength, suffixLength }: CommonAffixes,
): ArrayDiffRange {
  const size = readColumn(outline.sizes, array);
  const headEnd = readColumn(outline.starts, array) + prefixLength;
  const tailStart = readColumn(outline.ends, array) - suffixLength;

  // An item is settled when the sign behind it (or before it, at the end) is common too.
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

/** The item that an offset lies in or behind; -1 when it lies before all of them. */
function itemAt(outline: StructuralIndex, array: number, offset: number): number {
  let item = Math.min(valueAtOffset(outline, offset), readColumn(outline.subtreeEnds, array) - 1);
  while (item > array && readColumn(outline.parents, item) !== array)
    item = readColumn(outline.parents, item);
  return item > array ? item : -1;
}
