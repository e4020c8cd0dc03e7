import { useEffect } from 'react';
import { useRpc, type StudioRpc } from '../rpc/rpc-context.ts';
import { subscribeToStream } from '../rpc/subscription.ts';

/** The page for the host, as long as it is loaded. */
export const windowId = crypto.randomUUID();

/** Tells the host while this window is in front: who looks at it needs no notification. */
export function useAttention(): void {
  const rpc = useRpc();
  useEffect(() => attendWhileInFront(rpc), [rpc]);
}

// Returns a cleanup function.
function attendWhileInFront(rpc: StudioRpc): () => void {
  let leave: (() => void) | null = null;
  const report = (): void => {
    if (document.visibilityState === 'visible' && document.hasFocus()) {
      leave ??= subscribeToStream(
        rpc,
        'app.attention',
        { windowId },
        { onItem: () => undefined, onState: () => undefined },
      );
    } else {
      leave?.();
      leave = null;
    }
  };
  report();
  for (const event of ['focus', 'blur'] as const) addEventListener(event, report);
  document.addEventListener('visibilitychange', report);
  return () => {
    for (const event of ['focus', 'blur'] as const) removeEventListener(event, report);
    document.removeEventListener('visibilitychange', report);
    leave?.();
  };
}
