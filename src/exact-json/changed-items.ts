import type { CommonEnds } from './common-ends.ts';
import { column, valueAtOffset, type Outline } from './outline.ts';

/** The items of an array that are left when those are skipped that lie in text which both arrays have in common. */
export interface ChangedItems {
  /** How many items stand before them. */
  readonly skipped: number;
  readonly items: readonly number[];
}

/**
 * The items of one of two arrays that their common beginning and end do not settle: found in a few steps, however many
 * items there are. The same number is skipped in the other array, at both ends.
 */
export function changedItems(outline: Outline, array: number, { head, tail }: CommonEnds): ChangedItems {
  const size = column(outline.sizes, array);
  const headEnd = column(outline.starts, array) + head;
  const tailStart = column(outline.ends, array) - tail;

  // An item is settled when the sign behind it (or before it, at the end) is common too.
  let first = itemAt(outline, array, headEnd - 1);
  if (first < 0) first = array + 1;
  else if (column(outline.ends, first) < headEnd) first = column(outline.nexts, first);
  const last = itemAt(outline, array, tailStart);

  const end = last < 0 ? array + 1 : column(outline.nexts, last);
  const items: number[] = [];
  for (let item = first; item < end; item = column(outline.nexts, item)) items.push(item);
  const isBehindAll = first >= column(outline.nexts, array);
  return { skipped: isBehindAll ? size : column(outline.labels, first), items };
}

/** The item that an offset lies in or behind; -1 when it lies before all of them. */
function itemAt(outline: Outline, array: number, offset: number): number {
  let item = Math.min(valueAtOffset(outline, offset), column(outline.nexts, array) - 1);
  while (item > array && column(outline.parents, item) !== array) item = column(outline.parents, item);
  return item > array ? item : -1;
}
