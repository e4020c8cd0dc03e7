/** The visible rows of a long list, and their position. */
export interface VirtualRows {
  /** The first row to render, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Pixels from the top of the scrollable area to row `from`. */
  readonly top: number;
}

/**
 * Browsers can't render elements taller than some tens of millions of pixels; taller lists scroll by ratio.
 */
const tallest = 12_000_000;

export function spaceHeight(count: number, rowHeight: number): number {
  return Math.min(count * rowHeight, tallest);
}

/** The visible rows with overscan on both sides. */
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

/** Pixels of the list above the viewport at a scroll position. */
export function offsetAt(scrollTop: number, count: number, rowHeight: number, viewHeight: number): number {
  return scrollTop * ratio(count, rowHeight, viewHeight);
}

/** The inverse of `offsetAt`. */
export function scrollTopAt(offset: number, count: number, rowHeight: number, viewHeight: number): number {
  return offset / ratio(count, rowHeight, viewHeight);
}

/** `null` if the row is visible. */
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

/** Pixels of the list per pixel of the scrollable area: 1 unless the list is too tall. */
function ratio(count: number, rowHeight: number, viewHeight: number): number {
  const whole = count * rowHeight;
  return whole <= tallest ? 1 : (whole - viewHeight) / (tallest - viewHeight);
}
