import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshThread } from '../queries/refresh-thread.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import type { UpdateEntry } from './edit/build-update.ts';

/** An update to send. `expectedHeadId: null`: fork from here even if the thread has changed. */
export interface StateUpdateInput {
  readonly checkpointId: string | null;
  readonly checkpointNs?: string;
  readonly expectedHeadId: string | null;
  readonly asNode: string | null;
  readonly changes: readonly UpdateEntry[];
}

export function useUpdateState(connectionId: string, threadId: string) {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ changes, ...update }: StateUpdateInput) =>
      rpc.call('threads.updateState', {
        connectionId,
        threadId,
        ...update,
        changes: changes.map(({ key, valueText, update: wanted }) => ({
          key,
          valueText,
          ...(wanted ? { expectedText: wanted.targetText } : {}),
        })),
      }),
    onSettled: () => refreshThread(queryClient, { connectionId, threadId }, 'action'),
  });
}

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
