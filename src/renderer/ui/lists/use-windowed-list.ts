import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

// Longer lists are virtualized.
const allRowsUpTo = 200;

export interface WindowedList {
  // `null` in a short list, which has all of its rows.
  readonly rows: Virtualizer<HTMLElement, HTMLElement> | null;
  readonly height: number | undefined;
  // The top of a row within the list, from the `start` that the virtualizer gives.
  topOf(start: number): number;
}

/**
 * Virtualizes a long list whose rows differ in height. It scrolls with the nearest scroll container, in which other
 * content, also other such lists, may be above it.
 */
export function useWindowedList(
  list: RefObject<HTMLElement | null>,
  { count, rowHeight }: { readonly count: number; readonly rowHeight: number },
): WindowedList {
  const scroller = useRef<HTMLElement | null>(null);
  const [above, setAbove] = useState(0);
  const isWindowed = count > allRowsUpTo;
  const rows = useVirtualizer<HTMLElement, HTMLElement>({
    count: isWindowed ? count : 0,
    // Asked for with each render.
    getScrollElement: () => (scroller.current ??= scrollerOf(list.current)),
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: above,
  });
  const { startIndex, endIndex } = rows.range ?? { startIndex: 0, endIndex: 0 };
  const { isScrolling } = rows;
  // What is above changes without this list: it is measured again whenever rows come or go, and when a scroll begins
  // and ends, but not during one: each measure lays the page out.
  const measured = isScrolling ? 'scrolling' : `${startIndex} ${endIndex}`;
  useLayoutEffect(() => {
    if (!isWindowed || list.current === null || scroller.current === null) return;
    const top = scroller.current.getBoundingClientRect().top - scroller.current.scrollTop;
    setAbove(Math.round(list.current.getBoundingClientRect().top - top));
  }, [list, isWindowed, measured]);
  return {
    rows: isWindowed ? rows : null,
    height: isWindowed ? rows.getTotalSize() : undefined,
    topOf: (start) => start - above,
  };
}

function scrollerOf(list: HTMLElement | null): HTMLElement | null {
  for (let ancestor = list?.parentElement ?? null; ancestor; ancestor = ancestor.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(ancestor).overflowY)) return ancestor;
  }
  return null;
}
