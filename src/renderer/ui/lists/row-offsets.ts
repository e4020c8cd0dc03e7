// Pixels below the line of a row, for rows that have some.
export type ExtraHeights = ReadonlyMap<number, number>;

const noExtras: ExtraHeights = new Map();

// Browsers can't render elements taller than some tens of millions of pixels; taller lists scroll by ratio.
const tallest = 12_000_000;

// Rows that are drawn above and below the visible ones.
export const spareRows = 4;

// Positions of the rows of a list: all have equal height, and a few have extra content below.
export class RowOffsets {
  readonly count: number;
  readonly rowHeight: number;
  readonly whole: number;
  readonly height: number;
  readonly #rows: readonly number[];
  readonly #sums: readonly number[];

  constructor(count: number, rowHeight: number, extras = noExtras) {
    this.count = count;
    this.rowHeight = rowHeight;
    const sorted = [...extras].filter(([row]) => row < count).toSorted(([a], [b]) => a - b);
    this.#rows = sorted.map(([row]) => row);
    const sums = [0];
    for (const [, extra] of sorted) sums.push((sums.at(-1) ?? 0) + extra);
    this.#sums = sums;
    this.whole = count * rowHeight + (sums.at(-1) ?? 0);
    this.height = Math.min(this.whole, tallest);
  }

  offsetOf(row: number): number {
    let before = 0;
    while (before < this.#rows.length && (this.#rows[before] ?? 0) < row) before += 1;
    return row * this.rowHeight + (this.#sums[before] ?? 0);
  }

  rowAt(offset: number): number {
    let low = 0;
    let high = Math.max(0, this.count - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.offsetOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  inView(
    scrollTop: number,
    viewHeight: number,
    spare = spareRows,
  ): { from: number; to: number; shift: number } {
    const offset = this.offsetAt(scrollTop, viewHeight);
    const from = Math.max(0, this.rowAt(offset) - spare);
    const to = Math.min(this.count, this.rowAt(offset + viewHeight) + 1 + spare);
    return { from, to, shift: scrollTop - offset };
  }

  // Pixels of the list above the viewport, at a scroll position.
  offsetAt(scrollTop: number, viewHeight: number): number {
    return scrollTop * this.#ratio(viewHeight);
  }

  // The scroll position with so many pixels of the list above the viewport.
  scrollTopAt(offset: number, viewHeight: number): number {
    return offset / this.#ratio(viewHeight);
  }

  // The scroll position that brings a row into view, with `around` pixels of context; `null` if it is
  // visible.
  scrollTopFor(row: number, scrollTop: number, viewHeight: number, around = 0): number | null {
    const by = this.#ratio(viewHeight);
    const offset = scrollTop * by;
    const top = this.offsetOf(row);
    const bottom = top + this.rowHeight;
    if (top < offset) return Math.max(0, top - around) / by;
    if (bottom > offset + viewHeight) return (bottom + around - viewHeight) / by;
    return null;
  }

  #ratio(viewHeight: number): number {
    return this.whole <= tallest ? 1 : (this.whole - viewHeight) / (tallest - viewHeight);
  }
}
