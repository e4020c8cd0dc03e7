/** The subscription of `useSyncExternalStore` while there is no store. */
export function subscribeToNothing(): () => void {
  return () => undefined;
}
