import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Assistant } from '../../shared/model/assistant.ts';
import { usualRunOptions, type RunBegin } from '../../shared/model/run-request.ts';
import type { StartedRun } from '../../shared/model/run.ts';
import { queryKeys } from '../client/query-keys.ts';
import { useStudio } from '../client/studio.tsx';
import type { RunKey } from './run-log-store.ts';
import type { RunOptions } from './run-options.ts';

export interface RunToStart {
  readonly assistant: Assistant;
  /** `null`: a thread is made for it. */
  readonly threadId: string | null;
  readonly checkpointId: string | null;
  readonly begin: RunBegin;
  readonly options: RunOptions;
}

/** Starts a run, on a new thread when there is none. A thread that was made for a run that then failed to start stays. */
export function useStartRun(
  connectionId: string,
  onStarted: (run: StartedRun) => void,
  onThread: (id: string) => void,
) {
  const studio = useStudio();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ assistant, threadId, checkpointId, begin, options }: RunToStart) => {
      let thread = threadId;
      if (thread === null) {
        const { graphId } = assistant;
        const made = await studio.call('threads.create', { connectionId, graphId, name: null });
        thread = made.threadId;
        onThread(thread);
      }
      return studio.call('runs.start', {
        connectionId,
        assistantId: assistant.assistantId,
        threadId: thread,
        checkpointId,
        checkpointNs: '',
        begin,
        background: false,
        options: {
          ...usualRunOptions,
          webhook: { kind: options.webhook ? 'listener' : 'none' },
          interruptBefore: [...options.interruptBefore],
          interruptAfter: [...options.interruptAfter],
        },
      });
    },
    onSuccess: onStarted,
    onSettled: async (run, _problem, { threadId }) => {
      const thread = run?.threadId ?? threadId;
      await Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.threads(connectionId) }),
        thread === null
          ? undefined
          : queries.invalidateQueries({ queryKey: queryKeys.thread(connectionId, thread) }),
      ]);
    },
  });
}

/** Asks the server to stop a run, and reports what it said. */
export function useStopRun(connectionId: string) {
  const studio = useStudio();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ threadId, runId }: { readonly threadId: string; readonly runId: string }) =>
      studio.call('runs.cancel', { connectionId, threadId, runId, action: 'interrupt' }),
    onSettled: (_result, _problem, { threadId }) =>
      queries.invalidateQueries({ queryKey: queryKeys.thread(connectionId, threadId) }),
  });
}

/** Asks for the events of a run whose stream is cut at once. A run whose events are not read any more needs none. */
export function useReconnectNow() {
  const studio = useStudio();
  return useMutation({ mutationFn: (run: RunKey) => studio.call('runs.reconnect', { ...run }) });
}
