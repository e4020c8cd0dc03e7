import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { VariableRowLayout, type ExtraHeights } from './variable-row-layout.ts';

export interface VariableRows {
  readonly layout: VariableRowLayout;
  readonly from: number;
  readonly to: number;
  readonly topOf: (row: number) => number;
  readonly onScroll: () => void;
  /** Brings a row into view; `around`: visible pixels of its neighbours. */
  readonly scrollTo: (row: number, around?: number) => void;
  /** Rows per page. */
  readonly page: number;
}

/** Padding at both ends of a list, in pixels. */
const edge = 12;

export function useVariableRows(
  box: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  extras: ExtraHeights,
): VariableRows {
  const [view, setView] = useState({ top: 0, height: 400 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const read = (): void => setView({ top: element.scrollTop, height: element.clientHeight || 400 });
    const watcher = new ResizeObserver(read);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [box]);
  const layout = useMemo(() => new VariableRowLayout(count, rowHeight, extras), [count, rowHeight, extras]);
  const { from, to, shift } = layout.inView(view.top, view.height);
  return {
    layout,
    from,
    to,
    topOf: (row) => layout.offsetOf(row) + shift,
    page: Math.max(1, Math.floor(view.height / rowHeight) - 1),
    onScroll() {
      const element = box.current;
      if (element) setView({ top: element.scrollTop, height: element.clientHeight || 400 });
    },
    scrollTo(row, around = edge) {
      const element = box.current;
      const top = element && layout.scrollTopFor(row, element.scrollTop, element.clientHeight, around);
      if (element && top !== null) element.scrollTo(0, top);
    },
  };
}
