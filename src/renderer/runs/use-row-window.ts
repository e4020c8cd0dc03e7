import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { rowsInView, scrollTopFor, spaceHeight, type RowWindow } from './row-window.ts';

export interface RowScroller {
  readonly onScroll: () => void;
  readonly window: RowWindow;
  /** Pixels that the rows take together. */
  readonly height: number;
  /** Rows that fit into the view. */
  readonly page: number;
  readonly scrollTo: (row: number) => void;
}

/**
 * Draws only the rows in view of a list of equal rows, so that a list of a million costs what one of a hundred does.
 * With `follow`, new rows are followed while the end is in view, and never while somebody reads further up.
 */
export function useRowWindow(
  /** What scrolls. */
  box: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  follow: boolean,
): RowScroller {
  const atEnd = useRef(follow);
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
    if (element && follow && atEnd.current) element.scrollTo(0, count * rowHeight);
  }, [box, count, rowHeight, follow]);
  const onScroll = (): void => {
    const element = box.current;
    if (!element) return;
    atEnd.current = element.scrollTop + element.clientHeight >= element.scrollHeight - rowHeight;
    setView(viewOf(element));
  };
  const scrollTo = (row: number): void => {
    const element = box.current;
    if (!element) return;
    const top = scrollTopFor(row, count, rowHeight, element.scrollTop, element.clientHeight);
    if (top !== null) element.scrollTo(0, top);
  };
  return {
    onScroll,
    window: rowsInView(count, rowHeight, view.top, view.height),
    height: spaceHeight(count, rowHeight),
    page: Math.max(1, Math.floor(view.height / rowHeight) - 1),
    scrollTo,
  };
}

function viewOf({ scrollTop: top, clientHeight: height }: HTMLElement) {
  return { top, height };
}
