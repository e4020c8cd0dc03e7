import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { RowOffsets, spareRows, type ExtraHeights } from './row-offsets.ts';

export interface VirtualRows {
  /** The first row to draw, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly isDrawn: (row: number) => boolean;
  readonly height: number;
  readonly topOf: (row: number) => number;
  /**
   * The key of a row's element. Elements of rows that leave the view are used again for others, because making
   * new ones takes most of the time of scrolling. Only for rows without a state of their own.
   */
  readonly slotOf: (row: number) => number;
  readonly onScroll: () => void;
  readonly page: number;
  /** Scrolls a row into view; `around`: visible pixels of its neighbours. */
  readonly scrollTo: (row: number, around?: number) => void;
  readonly position: () => ScrollPosition;
  readonly restore: (position: ScrollPosition) => void;
  readonly centre: (row: number) => void;
}

export interface ScrollPosition {
  readonly offset: number;
  readonly atEnd: boolean;
}

export interface VirtualRowsOptions {
  // Follows new rows while the end is visible, and never while the user has scrolled up.
  readonly follow?: boolean;
  // Must be the same object until it changes.
  readonly extras?: ExtraHeights;
}

interface LastRead {
  readonly offset: number;
  readonly top: number;
  readonly layout: RowOffsets;
}

/** Renders only the visible rows of a list. */
export function useVirtualRows(
  box: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  { follow = false, extras }: VirtualRowsOptions = {},
): VirtualRows {
  const layout = useMemo(() => new RowOffsets(count, rowHeight, extras), [count, rowHeight, extras]);
  const atEnd = useRef(follow);
  const read = useRef<LastRead>({ offset: 0, top: 0, layout });
  const [view, setView] = useState({ top: 0, height: 400 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => setView(viewOf(element)));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [box]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (follow && atEnd.current) {
      element.scrollTo(0, layout.whole);
      read.current = readAt(element, layout);
      return;
    }
    // In a list too tall for the browser, each new row would shift all others unless the position is restored.
    const offset = offsetNow(element, read.current);
    const top = layout.scrollTopAt(offset, element.clientHeight);
    if (Math.abs(top - element.scrollTop) >= 1) element.scrollTo(0, top);
    read.current = { offset, top: element.scrollTop, layout };
  }, [box, layout, follow]);
  const onScroll = (): void => {
    const element = box.current;
    if (!element) return;
    // While rows arrive quickly, the end moves away from a user who has not scrolled.
    const isStill = atEnd.current && element.scrollTop > read.current.top - 1;
    atEnd.current = isStill || element.scrollTop + element.clientHeight >= element.scrollHeight - rowHeight;
    read.current = { offset: offsetNow(element, read.current), top: element.scrollTop, layout };
    // In the same picture as the scrolling, which would show no rows otherwise.
    flushSync(() => setView(viewOf(element)));
  };
  const scrollTo = (row: number, around = 0): void => {
    const element = box.current;
    if (!element) return;
    const top = layout.scrollTopFor(row, element.scrollTop, element.clientHeight, around);
    if (top !== null) element.scrollTo(0, top);
    if (row < count - 1) return;
    atEnd.current = true;
    read.current = readAt(element, layout);
  };
  const restore = (position: ScrollPosition): void => {
    const element = box.current;
    if (!element) return;
    atEnd.current = position.atEnd;
    const offset = position.atEnd ? layout.whole : Math.max(0, position.offset);
    element.scrollTo(0, layout.scrollTopAt(offset, element.clientHeight));
    read.current = { offset, top: element.scrollTop, layout };
  };
  const { from, to, shift } = layout.inView(view.top, view.height);
  // As many as can be in view, so that neighbours never share one, and a scrolled row keeps its own.
  const slots = Math.ceil(view.height / rowHeight) + 1 + 2 * spareRows;
  return {
    from,
    to,
    isDrawn: (row) => row >= from && row < to,
    height: layout.height,
    topOf: (row) => layout.offsetOf(row) + shift,
    slotOf: (row) => row % slots,
    onScroll,
    page: Math.max(1, Math.floor(view.height / rowHeight) - 1),
    scrollTo,
    position: () => ({ offset: read.current.offset, atEnd: atEnd.current }),
    restore,
    centre: (row) =>
      restore({
        offset: layout.offsetOf(row) + (rowHeight - (box.current?.clientHeight ?? 0)) / 2,
        atEnd: false,
      }),
  };
}

// The position of the user. Rounding by the browser does not count as scrolling, or the errors would add up.
function offsetNow({ scrollTop, clientHeight }: HTMLElement, { offset, top, layout }: LastRead): number {
  const hasMoved = Math.abs(scrollTop - top) >= 1;
  return hasMoved ? layout.offsetAt(scrollTop, clientHeight) : offset;
}

function readAt({ scrollTop: top, clientHeight }: HTMLElement, layout: RowOffsets): LastRead {
  return { offset: layout.offsetAt(top, clientHeight), top, layout };
}

function viewOf({ scrollTop: top, clientHeight }: HTMLElement) {
  return { top, height: clientHeight || 400 };
}
