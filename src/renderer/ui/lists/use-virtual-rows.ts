import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import {
  offsetAt,
  rowsInView,
  scrollTopAt,
  scrollTopFor,
  spaceHeight,
  type VirtualRows,
} from './virtual-rows.ts';

export interface RowScroller {
  readonly onScroll: () => void;
  readonly window: VirtualRows;
  readonly height: number;
  /** Rows per page. */
  readonly page: number;
  readonly scrollTo: (row: number) => void;
  readonly position: () => ReadPosition;
  readonly restore: (place: ReadPosition) => void;
  /** Scrolls a row to the middle. */
  readonly centre: (row: number) => void;
}

export interface ReadPosition {
  /** Pixels of the list above the viewport. */
  readonly offset: number;
  /** Whether new rows are followed. */
  readonly atEnd: boolean;
}

/**
 * Renders only the visible rows of a list of equal rows. With `follow`, new rows are followed while the end
 * is visible, and never while the user has scrolled up.
 */
export function useVirtualRows(
  /** The scroll container. */
  box: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  follow: boolean,
): RowScroller {
  const atEnd = useRef(follow);
  /** Pixels of the list above the viewport, with the scroll position and row count at that time. */
  const read = useRef({ offset: 0, top: 0, count });
  const [view, setView] = useState({ top: 0, height: 240 });
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
      element.scrollTo(0, count * rowHeight);
      read.current = placeOf(element, count, rowHeight);
      return;
    }
    // In a list too tall for the browser, each new row would shift all others unless the position is
    // restored.
    const offset = offsetNow(element, read.current, rowHeight);
    const top = scrollTopAt(offset, count, rowHeight, element.clientHeight);
    if (Math.abs(top - element.scrollTop) >= 1) element.scrollTo(0, top);
    read.current = { offset, top: element.scrollTop, count };
  }, [box, count, rowHeight, follow]);
  const onScroll = (): void => {
    const element = box.current;
    if (!element) return;
    // While rows arrive quickly, the end moves away from a user who has not scrolled.
    const isStill = atEnd.current && element.scrollTop > read.current.top - 1;
    atEnd.current = isStill || element.scrollTop + element.clientHeight >= element.scrollHeight - rowHeight;
    read.current = { offset: offsetNow(element, read.current, rowHeight), top: element.scrollTop, count };
    setView(viewOf(element));
  };
  const scrollTo = (row: number): void => {
    const element = box.current;
    if (!element) return;
    const top = scrollTopFor(row, count, rowHeight, element.scrollTop, element.clientHeight);
    if (top !== null) element.scrollTo(0, top);
    if (row < count - 1) return;
    atEnd.current = true;
    read.current = placeOf(element, count, rowHeight);
  };
  const restore = (place: ReadPosition): void => {
    const element = box.current;
    if (!element) return;
    atEnd.current = place.atEnd;
    const offset = place.atEnd ? count * rowHeight : Math.max(0, place.offset);
    element.scrollTo(0, scrollTopAt(offset, count, rowHeight, element.clientHeight));
    read.current = { offset, top: element.scrollTop, count };
  };
  return {
    position: () => ({ offset: read.current.offset, atEnd: atEnd.current }),
    restore,
    centre: (row) =>
      restore({
        offset: (row + 0.5) * rowHeight - (box.current?.clientHeight ?? 0) / 2,
        atEnd: false,
      }),
    onScroll,
    window: rowsInView(count, rowHeight, view.top, view.height),
    height: spaceHeight(count, rowHeight),
    page: Math.max(1, Math.floor(view.height / rowHeight) - 1),
    scrollTo,
  };
}

/**
 * The position of the user. Rounding by the browser does not count as scrolling, or the errors would add up.
 */
function offsetNow(
  { scrollTop, clientHeight }: HTMLElement,
  read: { readonly offset: number; readonly top: number; readonly count: number },
  rowHeight: number,
): number {
  const hasMoved = Math.abs(scrollTop - read.top) >= 1;
  return hasMoved ? offsetAt(scrollTop, read.count, rowHeight, clientHeight) : read.offset;
}

function placeOf({ scrollTop: top, clientHeight }: HTMLElement, count: number, rowHeight: number) {
  return { offset: offsetAt(top, count, rowHeight, clientHeight), top, count };
}

function viewOf({ scrollTop: top, clientHeight: height }: HTMLElement) {
  return { top, height };
}
