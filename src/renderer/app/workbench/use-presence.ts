import { useEffect } from 'react';
import { useStudio, type Studio } from '../../rpc/rpc-context.ts';
import { subscribeToStream } from '../../rpc/subscription.ts';

/** Tells the back end that somebody looks at this window, for as long as it is visible (row R-8). */
export function usePresence(): void {
  const studio = useStudio();
  useEffect(() => attendWhileVisible(studio), [studio]);
}

/** Returns the undo. */
function attendWhileVisible(studio: Studio): () => void {
  let leave: (() => void) | null = null;
  const look = (): void => {
    if (document.visibilityState === 'visible') {
      leave ??= subscribeToStream(
        studio,
        'app.presence',
        {},
        { onItem: () => undefined, onState: () => undefined },
      );
    } else {
      leave?.();
      leave = null;
    }
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    leave?.();
  };
}
