import { useEffect } from 'react';
import { useRpc, type StudioRpc } from '../rpc/rpc-context.ts';
import { subscribeToStream } from '../rpc/subscription.ts';
import { whileVisible } from '../ui/while-visible.ts';

export function usePresence(): void {
  const rpc = useRpc();
  useEffect(() => whileVisible(() => reportPresence(rpc)), [rpc]);
}

// Returns a cleanup function.
function reportPresence(rpc: StudioRpc): () => void {
  return subscribeToStream(rpc, 'app.presence', {}, { onItem: () => undefined, onState: () => undefined });
}
