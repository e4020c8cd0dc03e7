import { useMutation } from '@tanstack/react-query';
import { useStudio } from '../rpc/rpc-context.ts';

/** Refreshes the lists of all servers. */
export function useRefreshInbox() {
  const studio = useStudio();
  return useMutation({ mutationFn: () => studio.call('inbox.refresh', {}) });
}
