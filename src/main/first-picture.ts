/** How long a window may take to its first picture before nothing waits for it any longer. */
const longestMs = 1000;

/** What of a window is listened to. */
export interface ReadyToShowWindow {
  once(event: 'ready-to-show', listener: () => void): unknown;
}

/**
 * Acts once when a window has its first picture, or when that takes long. Returns what takes the wish back: after it
 * nothing is done.
 */
export function afterFirstPaint(
  window: ReadyToShowWindow,
  after: (ms: number, act: () => void) => () => void,
  act: () => void,
): () => void {
  let isOpen = true;
  const take = (): void => {
    cancelTimer();
    if (isOpen) act();
    isOpen = false;
  };
  const cancelTimer = after(longestMs, take);
  window.once('ready-to-show', take);
  return () => {
    cancelTimer();
    isOpen = false;
  };
}
