import { useMutation } from '@tanstack/react-query';
import { useRpc } from '../rpc/rpc-context.ts';

export function useRefreshInbox() {
  const rpc = useRpc();
  return useMutation({ mutationFn: () => rpc.call('inbox.refresh', {}) });
}
