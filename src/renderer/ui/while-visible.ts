/**
 * Calls `enter` when the page is visible, and the function that it returned when the page is hidden. Returns a function
 * that ends this.
 */
export function whileVisible(enter: () => () => void): () => void {
  let leave: (() => void) | null = null;
  const follow = (): void => {
    if (document.visibilityState === 'visible') {
      leave ??= enter();
    } else {
      leave?.();
      leave = null;
    }
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    leave?.();
  };
}
