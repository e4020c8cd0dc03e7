import { useEffect } from 'react';
import { useStudio, type Studio } from '../../rpc/rpc-context.ts';
import { subscribeToStream } from '../../rpc/subscription.ts';

export function usePresence(): void {
  const studio = useStudio();
  useEffect(() => attendWhileVisible(studio), [studio]);
}

/** Returns a cleanup function. */
function attendWhileVisible(studio: Studio): () => void {
  let leave: (() => void) | null = null;
  const report = (): void => {
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
  report();
  document.addEventListener('visibilitychange', report);
  return () => {
    document.removeEventListener('visibilitychange', report);
    leave?.();
  };
}
