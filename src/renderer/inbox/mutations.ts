import { useMutation } from '@tanstack/react-query';
import { useStudio } from '../rpc/rpc-context.ts';

/** Reads all lists again. */
export function useRefreshInbox() {
  const studio = useStudio();
  return useMutation({ mutationFn: () => studio.call('inbox.refresh', {}) });
}
