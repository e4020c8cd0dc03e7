import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../client/query-keys.ts';
import { useStudio } from '../client/studio.tsx';
import { usualRunOptions } from '../../shared/model/run-request.ts';
import type { SentChange } from './sent-changes.ts';

/** An edit on its way to the server. `expectedHeadId: null` means: fork from here even if the thread has moved on. */
export interface StateUpdate {
  readonly checkpointId: string | null;
  readonly checkpointNs?: string;
  readonly expectedHeadId: string | null;
  readonly asNode: string | null;
  readonly changes: readonly SentChange[];
}

/** Writes an edit; afterwards everything that shows this thread is read anew. */
export function useUpdateState(connectionId: string, threadId: string) {
  const studio = useStudio();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ changes, ...update }: StateUpdate) =>
      studio.call('threads.updateState', {
        connectionId,
        threadId,
        ...update,
        changes: changes.map(({ key, valueText, update: wanted }) => ({
          key,
          valueText,
          ...(wanted ? { wantedText: wanted.wantedText } : {}),
        })),
      }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.thread(connectionId, threadId) }),
        queryClient.invalidateQueries({ queryKey: queryKeys.threads(connectionId) }),
      ]),
  });
}

/** Goes on from a checkpoint with what it says is next. The run dock follows the new run by itself. */
export function useRunFrom(connectionId: string, threadId: string) {
  const studio = useStudio();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ assistantId, checkpointId }: { assistantId: string; checkpointId: string }) =>
      studio.call('runs.start', {
        connectionId,
        threadId,
        assistantId,
        checkpointId,
        checkpointNs: '',
        begin: { kind: 'continue' },
        background: false,
        options: usualRunOptions,
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.thread(connectionId, threadId) }),
  });
}
