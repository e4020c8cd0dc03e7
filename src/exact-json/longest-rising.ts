/**
 * Marks (with 1) a longest run of entries whose values rise, leaving out entries below 0: of items that were matched,
 * the most that stayed in order. Takes n log n steps.
 */
export function longestIncreasingSubsequence(values: Int32Array): Uint8Array {
  const marks = new Uint8Array(values.length);
  /** For each length the entry that ends the run with the smallest value, and for each entry the one before it. */
  const ends: number[] = [];
  const before = new Int32Array(values.length).fill(-1);
  for (const [at, value] of values.entries()) {
    if (value < 0) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[at] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = at;
  }
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) marks[at] = 1;
  return marks;
}
