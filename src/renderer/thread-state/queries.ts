import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { SubgraphRun } from '../shared-ui/checkpoint.ts';
import { pollInterval } from '../queries/poll-interval.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useRpc } from '../rpc/rpc-context.ts';

// The checkpoints of a thread or subgraph, newest first; older pages load on demand.
export function useCheckpointOptions(connectionId: string, threadId: string, checkpointNs: string) {
  const rpc = useRpc();
  return useInfiniteQuery({
    queryKey: [...queryKeys.history(connectionId, threadId), 'choices', checkpointNs],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      rpc.call(
        'threads.history',
        { connectionId, threadId, before: pageParam, limit: 100, ...namespace(checkpointNs) },
        signal,
      ),
    getNextPageParam: ({ before }) => before,
    select: ({ pages }) => pages.flatMap(({ checkpoints }) => checkpoints),
  });
}

// Searches the server for the checkpoints of one step. Disabled while `step` is `null`.
export function useCheckpointsOfStep(
  connectionId: string,
  threadId: string,
  checkpointNs: string,
  step: number | null,
) {
  const rpc = useRpc();
  return useQuery({
    queryKey: [...queryKeys.history(connectionId, threadId), 'choices', checkpointNs, 'step', step],
    queryFn: async ({ signal }) => {
      const params = { connectionId, threadId, before: null, limit: 100, ...namespace(checkpointNs) };
      const page = await rpc.call('threads.history', { ...params, metadataText: `{"step":${step}}` }, signal);
      return page.checkpoints;
    },
    enabled: step !== null,
  });
}

function namespace(checkpointNs: string): { readonly checkpointNs?: string } {
  return checkpointNs === '' ? {} : { checkpointNs };
}

/**
 * The messages under a key in the checkpoints of a thread, or in all runs of one of its subgraphs, to find
 * branches and origins.
 */
export function useMessageHistory(
  connectionId: string,
  threadId: string,
  key: string,
  subgraph: SubgraphRun | null,
) {
  const rpc = useRpc();
  return useQuery({
    queryKey: [...queryKeys.history(connectionId, threadId), 'messages', key, subgraph],
    queryFn: ({ signal }) =>
      rpc.call(
        'threads.messages',
        { connectionId, threadId, key, ...(subgraph === null ? {} : { subgraph }) },
        signal,
      ),
    placeholderData: (before) => before,
  });
}

/** Fetches the newest state after the displayed one turned out to be outdated. */
export function useReadLatestState(connectionId: string, threadId: string) {
  const rpc = useRpc();
  return (checkpointNs: string) =>
    rpc.call('threads.state', { connectionId, threadId, checkpointId: null, checkpointNs });
}

/** Polls, while `since` is set, whether the thread is idle: `true` after a response newer than `since` says so. */
export function useIdleSince(connectionId: string, threadId: string, since: number | null): boolean {
  const rpc = useRpc();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: [...queryKeys.threadRecord(connectionId, threadId), 'idle'],
    queryFn: ({ signal }) => rpc.call('threads.get', { connectionId, threadId }, signal),
    enabled: since !== null,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => pollInterval(800, state),
  });
  return since !== null && data !== undefined && dataUpdatedAt > since && data.status !== 'busy';
}
