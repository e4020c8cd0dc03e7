import { useEffect } from 'react';
import { useRpc, type StudioRpc } from '../rpc/rpc-context.ts';
import { subscribeToStream } from '../rpc/subscription.ts';

export function usePresence(): void {
  const rpc = useRpc();
  useEffect(() => attendWhileVisible(rpc), [rpc]);
}

// Returns a cleanup function.
function attendWhileVisible(rpc: StudioRpc): () => void {
  let leave: (() => void) | null = null;
  const report = (): void => {
    if (document.visibilityState === 'visible') {
      leave ??= subscribeToStream(
        rpc,
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
