import { useLayoutEffect, useState } from 'react';

/** Where toasts are in the window, in pixels. */
export interface ToastPlace {
  readonly middle: number;
  readonly width: number;
}

const fullWidth = 340;
const margin = 8;
// Less can't be read.
const leastWidth = 160;

/**
 * In the middle of what `data-notices="room"` marks, which has nothing to press that a toast could cover for long, up to what
 * lies over it (`data-notices="cover"`). `null` if that is not shown, or too narrow.
 */
export function toastPlace(page: Document): ToastPlace | null {
  const room = page.querySelector('[data-notices="room"]');
  if (room === null || room.closest('[inert]') !== null) return null;
  const { left, right } = room.getBoundingClientRect();
  const cover = page.querySelector('[data-notices="cover"]:not([inert])');
  const end = cover === null ? right : Math.min(right, cover.getBoundingClientRect().left);
  const width = Math.min(fullWidth, end - left - 2 * margin);
  return width < leastWidth ? null : { middle: (left + end) / 2, width };
}

/** The place of toasts, while there are some. */
export function useToastPlace(isShown: boolean): ToastPlace | null {
  const [place, setPlace] = useState<ToastPlace | null>(null);
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const measure = (): void => setPlace(toastPlace(document));
    measure();
    const sizes = new ResizeObserver(measure);
    for (const element of document.querySelectorAll('[data-notices]')) sizes.observe(element);
    // Another view covers the panes, or the sheet was opened or closed.
    const views = new MutationObserver(measure);
    views.observe(document.body, { subtree: true, attributeFilter: ['inert'] });
    window.addEventListener('resize', measure);
    return () => {
      sizes.disconnect();
      views.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [isShown]);
  return place;
}
