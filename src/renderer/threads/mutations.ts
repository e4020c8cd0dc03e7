import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Thread } from '../../shared/model/threads/thread.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useStudio } from '../rpc/rpc-context.ts';

/** What a new thread may be given; what is left out is made by the studio or the server. */
export interface NewThreadInput {
  readonly graphId: string;
  readonly name: string | null;
  readonly threadId?: string;
  readonly metadataText?: string;
  /** A JSON list of updates to begin with. */
  readonly updatesText?: string;
}

/** Acts on the threads of a server. Each refreshes what it changed, also when it failed half-way. */
function useThreadAct<In, Out>(
  connectionId: string | null,
  act: (connectionId: string, input: In) => Promise<Out>,
) {
  const queryClient = useQueryClient();
  const server = connectionId ?? '';
  return useMutation({
    mutationFn: (input: In) => act(server, input),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.threads(server) }),
        queryClient.invalidateQueries({ queryKey: ['server', server, 'thread'] }),
      ]),
  });
}

/** Makes an empty thread for a graph, so that its state can be written before it ever ran. */
export function useCreateThread(connectionId: string | null) {
  const studio = useStudio();
  return useThreadAct(connectionId, (server, thread: NewThreadInput) =>
    studio.call('threads.create', { connectionId: server, ...thread }),
  );
}

/** Merges a JSON object into a thread's metadata. */
export function useUpdateThread(connectionId: string | null) {
  const studio = useStudio();
  return useThreadAct(
    connectionId,
    (server, change: { readonly threadId: string; readonly metadataText: string }) =>
      studio.call('threads.update', { connectionId: server, ...change }),
  );
}

export function useCopyThread(connectionId: string | null) {
  const studio = useStudio();
  return useThreadAct(connectionId, (server, thread: Thread) =>
    studio.call('threads.copy', { connectionId: server, threadId: thread.threadId }),
  );
}

export function useDeleteThreads(connectionId: string | null) {
  const studio = useStudio();
  return useThreadAct(connectionId, (server, threadIds: readonly string[]) =>
    studio.call('threads.delete', { connectionId: server, threadIds: [...threadIds] }),
  );
}

export function usePruneThreads(connectionId: string | null) {
  const studio = useStudio();
  return useThreadAct(connectionId, (server, threadIds: readonly string[]) =>
    studio.call('threads.prune', { connectionId: server, threadIds: [...threadIds] }),
  );
}
