import { useLayoutEffect, type RefObject } from 'react';

/** The last card that went away while it had the keyboard. */
let lost: string | null = null;

/**
 * Gives a card the keyboard back that it had when it went away: all cards do for a moment when a run has ended elsewhere,
 * until the state after it is read. Somebody who is elsewhere by then stays there.
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
