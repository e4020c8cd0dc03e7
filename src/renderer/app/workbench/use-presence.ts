import { useEffect } from 'react';
import { useStudio, type Studio } from '../../rpc/rpc-context.ts';
import { subscribeToStream } from '../../rpc/subscription.ts';

/** Reports to the host that the window is visible (row R-8). */
export function usePresence(): void {
  const studio = useStudio();
  useEffect(() => attendWhileVisible(studio), [studio]);
}

/** Returns a cleanup function. */
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
