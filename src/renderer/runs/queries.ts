import { useQuery } from '@tanstack/react-query';
import { isActive } from '../../shared/model/is-active.ts';
import type { ThreadStatus } from '../../shared/model/thread.ts';
import { pollInterval } from '../queries/poll-interval.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useGraphShape } from '../queries/shared-queries.ts';
import { useRpc } from '../rpc/rpc-context.ts';

// Polling interval while a run is active, in milliseconds.
const watchMs = 2000;

/** Polls the status of a thread until it is no longer busy; `null` while unknown. */
export function useThreadStatus(
  connectionId: string,
  threadId: string | null,
  isHeld: boolean,
): ThreadStatus | null {
  const rpc = useRpc();
  const record = useQuery({
    queryKey: queryKeys.threadRecord(connectionId, threadId ?? ''),
    queryFn: ({ signal }) => rpc.call('threads.get', { connectionId, threadId: threadId ?? '' }, signal),
    enabled: threadId !== null,
    refetchInterval: ({ state }) =>
      isHeld || state.data?.status === 'busy' ? pollInterval(watchMs, state) : false,
  });
  return record.data?.status ?? null;
}

export function useRuns(connectionId: string, threadId: string | null) {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.runs(connectionId, threadId ?? ''),
    queryFn: ({ signal }) => rpc.call('runs.list', { connectionId, threadId: threadId ?? '' }, signal),
    enabled: threadId !== null,
    // Runs of other clients end without a notification.
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => isActive(status)) ? pollInterval(watchMs, state) : false,
  });
}

/** The nodes that can have a breakpoint: the top level without start and end. */
export function useNodeNames(connectionId: string, assistantId: string | null): readonly string[] {
  const graph = useGraphShape(connectionId, assistantId);
  return (graph.data?.nodes ?? [])
    .filter(({ parent, kind }) => parent === null && kind !== 'start' && kind !== 'end')
    .map(({ id }) => id);
}
