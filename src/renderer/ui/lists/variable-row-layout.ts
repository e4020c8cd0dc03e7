/** A row that has something below its line, and how many pixels that takes. */
export type ExtraHeights = ReadonlyMap<number, number>;

/** Browsers draw nothing beyond some tens of millions of pixels; a taller list is scrolled by ratio. */
const tallest = 12_000_000;

/** Where the rows of a list lie: all are equally high, but a few have something below them. */
export class VariableRowLayout {
  readonly count: number;
  readonly rowHeight: number;
  /** All pixels that the rows take. */
  readonly whole: number;
  /** Pixels of the scrolled space. */
  readonly height: number;
  readonly #rows: readonly number[];
  /** Extra pixels of the first n of these rows together. */
  readonly #sums: readonly number[];

  constructor(count: number, rowHeight: number, extras: ExtraHeights) {
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

  /** Pixels from the first row to this one. */
  offsetOf(row: number): number {
    let before = 0;
    while (before < this.#rows.length && (this.#rows[before] ?? 0) < row) before += 1;
    return row * this.rowHeight + (this.#sums[before] ?? 0);
  }

  /** The row that lies at an offset. */
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

  /** The rows in view, with some to spare, and where the first of them lies in the scrolled space. */
  inView(scrollTop: number, viewHeight: number, spare = 8): { from: number; to: number; shift: number } {
    const offset = scrollTop * this.#ratio(viewHeight);
    const from = Math.max(0, this.rowAt(offset) - spare);
    const to = Math.min(this.count, this.rowAt(offset + viewHeight) + 1 + spare);
    return { from, to, shift: scrollTop - offset };
  }

  /** Where to scroll so that a row is in view, with so many pixels around it; `null` when it is. */
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
