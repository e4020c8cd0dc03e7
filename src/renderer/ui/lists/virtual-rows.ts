/** Which rows of a long list are in view, and where they lie. */
export interface VirtualRows {
  /** The first row to draw, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Pixels from the top of the scrolled space to row `from`. */
  readonly top: number;
}

/** Browsers draw nothing beyond some tens of millions of pixels; a list that would be taller is scrolled by ratio. */
const tallest = 12_000_000;

/** The height of the scrolled space in pixels. */
export function spaceHeight(count: number, rowHeight: number): number {
  return Math.min(count * rowHeight, tallest);
}

/** The rows in view, with some to spare on both sides. */
export function rowsInView(
  count: number,
  rowHeight: number,
  scrollTop: number,
  viewHeight: number,
  spare = 8,
): VirtualRows {
  const offset = scrollTop * ratio(count, rowHeight, viewHeight);
  const first = Math.floor(offset / rowHeight) - spare;
  const last = Math.ceil((offset + viewHeight) / rowHeight) + spare;
  const to = Math.min(count, Math.max(0, last));
  const from = Math.min(to, Math.max(0, first));
  return { from, to, top: scrollTop + from * rowHeight - offset };
}

/** Pixels of the list above the view, at a scroll position. */
export function offsetAt(scrollTop: number, count: number, rowHeight: number, viewHeight: number): number {
  return scrollTop * ratio(count, rowHeight, viewHeight);
}

/** The scroll position at which so many pixels of the list are above the view. */
export function scrollTopAt(offset: number, count: number, rowHeight: number, viewHeight: number): number {
  return offset / ratio(count, rowHeight, viewHeight);
}

/** Where to scroll so that a row is in view; `null` when it is. */
export function scrollTopFor(
  row: number,
  count: number,
  rowHeight: number,
  scrollTop: number,
  viewHeight: number,
): number | null {
  const by = ratio(count, rowHeight, viewHeight);
  const offset = scrollTop * by;
  if (row * rowHeight < offset) return (row * rowHeight) / by;
  if ((row + 1) * rowHeight > offset + viewHeight) return ((row + 1) * rowHeight - viewHeight) / by;
  return null;
}

/** Pixels of the list for each pixel of the scrolled space: 1 unless the list is too tall to be drawn. */
function ratio(count: number, rowHeight: number, viewHeight: number): number {
  const whole = count * rowHeight;
  return whole <= tallest ? 1 : (whole - viewHeight) / (tallest - viewHeight);
}
