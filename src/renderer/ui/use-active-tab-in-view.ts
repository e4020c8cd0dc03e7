import { useEffect, type RefObject } from 'react';

/** How much of its neighbour is to be seen beside the chosen tab, in pixels: enough to press it. */
const neighbour = 28;

/** Scrolls a strip that is too narrow for its tabs so that the chosen one is in sight, and a part of the next one. */
export function useScrollActiveTab(strip: RefObject<HTMLElement | null>, index: number): void {
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const show = (): void => {
      const tab = element.children.item(index);
      if (!(tab instanceof HTMLElement) || element.scrollWidth <= element.clientWidth) return;
      const start = tab.offsetLeft - element.offsetLeft - neighbour;
      const end = start + tab.offsetWidth + 2 * neighbour;
      if (start < element.scrollLeft) element.scrollTo(start, 0);
      else if (end > element.scrollLeft + element.clientWidth) element.scrollTo(end - element.clientWidth, 0);
    };
    const watcher = new ResizeObserver(show);
    watcher.observe(element);
    show();
    return () => watcher.disconnect();
  }, [strip, index]);
}
