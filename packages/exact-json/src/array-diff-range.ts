import type { CommonAffixes } from './common-affixes.ts';
import { readColumn, valueAtOffset, type StructuralIndex } from './structural-index.ts';

// The items of an array outside the text that both arrays have in common.
export interface ArrayDiffRange {
  // Number of items before them.
  readonly skipped: number;
  readonly items: readonly number[];
}

// The items of one of two arrays not covered by their common prefix and suffix, found in a few steps, however
// many items there are. The same number is skipped in the other array, at both ends.
export function arrayDiffRange(
  structuralIndex: StructuralIndex,
  array: number,
  { prefixLength, suffixLength }: CommonAffixes,
): ArrayDiffRange {
  const size = readColumn(structuralIndex.sizes, array);
  const headEnd = readColumn(structuralIndex.starts, array) + prefixLength;
  const tailStart = readColumn(structuralIndex.ends, array) - suffixLength;

  // An item is covered if the character after it (before it, at the end) is common too.
  let first = itemAt(structuralIndex, array, headEnd - 1);
  if (first < 0) first = array + 1;
  else if (readColumn(structuralIndex.ends, first) < headEnd)
    first = readColumn(structuralIndex.subtreeEnds, first);
  const last = itemAt(structuralIndex, array, tailStart);

  const end = last < 0 ? array + 1 : readColumn(structuralIndex.subtreeEnds, last);
  const items: number[] = [];
  for (let item = first; item < end; item = readColumn(structuralIndex.subtreeEnds, item)) items.push(item);
  const isBehindAll = first >= readColumn(structuralIndex.subtreeEnds, array);
  return { skipped: isBehindAll ? size : readColumn(structuralIndex.labels, first), items };
}

// Index of the item that contains or precedes an offset; -1 if none does.
function itemAt(structuralIndex: StructuralIndex, array: number, offset: number): number {
  let item = Math.min(
    valueAtOffset(structuralIndex, offset),
    readColumn(structuralIndex.subtreeEnds, array) - 1,
  );
  while (item > array && readColumn(structuralIndex.parents, item) !== array)
    item = readColumn(structuralIndex.parents, item);
  return item > array ? item : -1;
}
