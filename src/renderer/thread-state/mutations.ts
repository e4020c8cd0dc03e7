import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshThread } from '../queries/refresh-thread.ts';
import { useRpc } from '../rpc/rpc-context.ts';

interface SubgraphCheckpoint {
  readonly rootId: string;
  readonly checkpointNs: string;
  readonly innerCheckpointId: string;
}

/** Creates a branch in which a subgraph is at one of its checkpoints; returns how to continue there. */
export function useBranchSubgraph(connectionId: string, threadId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ rootId, ...inner }: SubgraphCheckpoint) =>
      rpc.call('threads.forkSubgraph', { connectionId, threadId, checkpointId: rootId, ...inner }),
    onSettled: () => refreshThread(queryClient, { connectionId, threadId }, 'action'),
  });
}
