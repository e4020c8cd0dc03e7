// Beyond this many differences, looking items up by content is faster.
const maxDifferences = 32;

// The new index of each of `oldCount` items in a list of `newCount`, -1 for removed ones, keeping as many as
// possible in order (E. Myers, "An O(ND) difference algorithm", 1986). `null` if the lists differ too much.
// Costs about one comparison per item and difference.
export function alignSequences(
  oldCount: number,
  newCount: number,
  isSame: (oldAt: number, newAt: number) => boolean,
): Int32Array | null {
  const offset = maxDifferences + 1;
  // How far each diagonal (old index minus new index) reached, for each smaller number of differences.
  const reached: Int32Array[] = [];
  let last = new Int32Array(2 * offset + 1);
  for (let differences = 0; differences <= maxDifferences; differences += 1) {
    reached.push(last);
    const next = last.slice();
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      let old = startOf(last, diagonal, differences, offset);
      while (old < oldCount && old - diagonal < newCount && isSame(old, old - diagonal)) old += 1;
      next[offset + diagonal] = old;
      if (old >= oldCount && old - diagonal >= newCount) return wayBack(oldCount, newCount, reached, offset);
    }
    last = next;
  }
  return null;
}

// Whether a diagonal is reached from the one above it, by an insertion; else from the one below, by a
// deletion.
function isFromAbove(last: Int32Array, diagonal: number, differences: number, offset: number): boolean {
  if (diagonal === -differences) return true;
  return diagonal !== differences && reach(last, offset + diagonal - 1) < reach(last, offset + diagonal + 1);
}

// Where a diagonal begins with one more difference than its neighbours.
function startOf(last: Int32Array, diagonal: number, differences: number, offset: number): number {
  if (differences === 0) return 0;
  return isFromAbove(last, diagonal, differences, offset)
    ? reach(last, offset + diagonal + 1)
    : reach(last, offset + diagonal - 1) + 1;
}

function reach(last: Int32Array, index: number): number {
  return last[index] ?? 0;
}

// Walks back along the path found and collects the partners.
function wayBack(
  oldCount: number,
  newCount: number,
  reached: readonly Int32Array[],
  offset: number,
): Int32Array {
  const partners = new Int32Array(oldCount).fill(-1);
  let old = oldCount;
  let now = newCount;
  for (const [differences, last] of [...reached.entries()].toReversed()) {
    const diagonal = old - now;
    const start = startOf(last, diagonal, differences, offset);
    while (old > start) {
      old -= 1;
      now -= 1;
      partners[old] = now;
    }
    if (isFromAbove(last, diagonal, differences, offset)) now -= 1;
    else old -= 1;
  }
  return partners;
}

/**
 * Marks (with 1) a longest subsequence of rising values, ignoring entries below 0: of the matched items, the
 * most that stayed in order. Takes n log n steps.
 */
export function longestIncreasingSubsequence(values: Int32Array): Uint8Array {
  const marks = new Uint8Array(values.length);
  // Per length, the entry that ends the subsequence with the smallest value; per entry, its predecessor.
  const lastIndexByLength: number[] = [];
  const predecessors = new Int32Array(values.length).fill(-1);
  for (const [index, value] of values.entries()) {
    if (value < 0) continue;
    let low = 0;
    let high = lastIndexByLength.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[lastIndexByLength[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    predecessors[index] = low > 0 ? (lastIndexByLength[low - 1] ?? -1) : -1;
    lastIndexByLength[low] = index;
  }
  for (let index = lastIndexByLength.at(-1) ?? -1; index >= 0; index = predecessors[index] ?? -1)
    marks[index] = 1;
  return marks;
}
