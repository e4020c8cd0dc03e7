import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  isPackedState,
  latestChunks,
  packState,
  evictStates,
  unpackState,
  type PackedState,
} from './state-cache.ts';
import { queryKeys } from './query-keys.ts';
import { useRpc } from '../rpc/rpc-context.ts';

// Which state: `checkpointId: null` is the newest; `checkpointNs` is that of a subgraph's state. Nothing is
// read without a thread.
export interface ThreadStateRef {
  readonly connectionId: string;
  readonly threadId: string | null;
  readonly checkpointId: string | null;
  readonly checkpointNs?: string;
}

/**
 * The state at a checkpoint. A past checkpoint never changes. States that are not in view stay in memory for
 * a while in chunks shared by neighbours, so that stepping through a long history takes little memory.
 */
export function useThreadState(stateRef: ThreadStateRef, enabled = true) {
  const { connectionId, checkpointId, checkpointNs = '' } = stateRef;
  const threadId = stateRef.threadId ?? '';
  const rpc = useRpc();
  const queryClient = useQueryClient();
  const key = queryKeys.state(connectionId, threadId, checkpointId);
  return useQuery({
    queryKey: checkpointNs === '' ? key : [...key, checkpointNs],
    queryFn: async ({ signal }): Promise<PackedState> => {
      const params = {
        connectionId,
        threadId,
        checkpointId,
        ...(checkpointNs === '' ? {} : { checkpointNs }),
      };
      const state = await rpc.call('threads.state', params, signal);
      const packed = packState(state, latestChunks(queryClient, queryKeys.states(connectionId, threadId)));
      evictStates(queryClient);
      return packed;
    },
    select: unpackState,
    // The newest state is polled; views are notified only if it has changed.
    structuralSharing: (before, now) => (isSame(before, now) ? before : now),
    enabled: enabled && stateRef.threadId !== null,
    staleTime: checkpointId === null ? 0 : Infinity,
    // An edit gives a subgraph's state another ID in the same position: the earlier state stays until the new
    // one is read.
    placeholderData: (before, query) =>
      checkpointNs !== '' && query?.queryKey.at(-1) === checkpointNs ? before : undefined,
  });
}

// Unpacked states that are equal are the same object.
function isSame(before: unknown, now: unknown): boolean {
  if (!isPackedState(before) || !isPackedState(now) || before.values.length !== now.values.length)
    return false;
  const isEqual = before.values.every((piece, index) => piece === now.values[index]);
  return isEqual && JSON.stringify(before.facts) === JSON.stringify(now.facts);
}
