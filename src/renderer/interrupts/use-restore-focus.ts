import { useLayoutEffect, type RefObject } from 'react';

// The last card that was removed while it had focus.
let lost: string | null = null;

/**
 * Restores the focus of a card that was removed with it. All cards disappear for a moment when a run ends
 * elsewhere, until the new state is loaded. Focus that has moved on is not taken back.
 */
export function useRestoreFocus(card: RefObject<HTMLElement | null>, key: string): void {
  useLayoutEffect(() => {
    const element = card.current;
    if (lost === key && document.activeElement === document.body) {
      lost = null;
      element?.focus({ preventScroll: true });
    }
    return () => {
      if (element?.contains(document.activeElement)) lost = key;
    };
  }, [card, key]);
}
