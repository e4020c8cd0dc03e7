import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateChanged } from '../../queries/invalidate-changed.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import { useRpc } from '../../rpc/rpc-context.ts';
import { showToast } from '../../ui/popups/toast-store.ts';

export function useOtherSessions() {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.otherSessions,
    queryFn: ({ signal }) => rpc.call('sessions.countOthers', {}, signal),
    gcTime: 0,
    staleTime: 0,
  });
}

export function useEndOtherSessions() {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => rpc.call('sessions.endOthers', {}),
    onSuccess: ({ ended }) => showToast(`${endedSessions(ended)} Unused addresses no longer work.`, 'ok'),
    onError: (error) => showToast(`The other sessions were not ended. ${error.message}`, 'fail'),
    onSettled: () => invalidateChanged(queryClient, queryKeys.otherSessions),
  });
}

function endedSessions(count: number): string {
  if (count === 0) return 'There were no other sessions.';
  return count === 1 ? 'Ended 1 other session.' : `Ended ${count} other sessions.`;
}
