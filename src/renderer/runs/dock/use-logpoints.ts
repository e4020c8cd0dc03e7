import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LogpointLog } from '../../../shared/model/breakpoint.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import { useRpc } from '../../rpc/rpc-context.ts';

// Polling interval while a run is active, in milliseconds. Asks the host only, not the server.
const watchMs = 1000;

export interface Logpoints {
  readonly log: LogpointLog;
  readonly clear: () => void;
}

const nothing: LogpointLog = { lines: [], dropped: 0 };

export function useLogpoints(connectionId: string, threadId: string | null, isRunning: boolean): Logpoints {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  const thread = { connectionId, threadId: threadId ?? '' };
  const queryKey = queryKeys.logpoints(connectionId, thread.threadId);
  const log = useQuery({
    queryKey,
    queryFn: ({ signal }) => rpc.call('runs.logpoints', { ...thread, clear: false }, signal),
    enabled: threadId !== null,
    refetchInterval: isRunning ? watchMs : false,
  });
  const clear = useMutation({
    mutationFn: () => rpc.call('runs.logpoints', { ...thread, clear: true }),
    onSuccess: (cleared) => queryClient.setQueryData(queryKey, cleared),
  });
  return { log: log.data ?? nothing, clear: () => clear.mutate() };
}
