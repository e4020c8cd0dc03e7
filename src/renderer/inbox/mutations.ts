import { useMutation, useQueryClient } from '@tanstack/react-query';
import { defaultRunOptions, type RunTrigger } from '../../shared/model/runs/run-request.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { launchRun } from '../run-state/launch-run.ts';
import { useStudio } from '../rpc/rpc-context.ts';
import type { PendingInterrupt } from '../../shared/model/threads/thread.ts';
import type { WaitingThread } from './inbox-items.ts';

export interface ThreadToContinue {
  readonly waiting: WaitingThread;
  readonly trigger: RunTrigger;
  /** The questions that are answered, as they are shown. */
  readonly answering?: readonly PendingInterrupt[];
  /** The time of the thread's change for which its questions were read. */
  readonly readFor: string | null;
}

/** Lets a waiting thread go on, with the assistant that it ran with. */
export function useContinueThread() {
  const studio = useStudio();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ waiting, trigger, answering = [] }: ThreadToContinue) => {
      const { server, thread } = waiting;
      return launchRun(
        studio,
        queries,
        {
          connectionId: server.connectionId,
          // A server knows its graphs by their names too.
          assistantId: thread.assistantId ?? thread.graphId ?? '',
          threadId: thread.threadId,
          checkpointId: null,
          checkpointNs: '',
          trigger,
          background: false,
          options: defaultRunOptions,
        },
        answering,
      );
    },
    onSettled: (_run, _problem, { waiting: { server, thread } }) =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.threads(server.connectionId) }),
        queries.invalidateQueries({ queryKey: queryKeys.thread(server.connectionId, thread.threadId) }),
      ]),
  });
}

/** Reads all lists again. */
export function useRefreshInbox() {
  const studio = useStudio();
  return useMutation({ mutationFn: () => studio.call('inbox.refresh', {}) });
}
