import { dispatch } from '../../commands/command-queue.ts';
import type { CommandBindings } from '../../commands/command-registry.ts';
import { useMissingCapability, useWhyUnavailable } from '../../rpc/server-features.ts';
import { useCreateThread } from '../../threads/mutations.ts';
import { threadTitle } from '../../threads/thread-labels.ts';
import { hasPanes, useUiStore } from '../ui-store.ts';
import { useWorkbench } from '../use-workbench.ts';
import { copyCommand, reportError } from './command-results.ts';

export function useThreadCommands(): CommandBindings {
  const { selection, assistant, thread, selectThread, selectOwnThread } = useWorkbench();
  const store = useUiStore();
  const { connectionId, threadId } = selection;
  const createThread = useCreateThread(connectionId);
  const whyUnavailable = useWhyUnavailable();
  const noHistory = useMissingCapability(connectionId, 'threadHistory');
  return {
    'thread.new': assistant && {
      connectionId,
      title: `New thread for ${assistant.graphId}`,
      run: () =>
        createThread.mutate(
          { graphId: assistant.graphId, name: null },
          {
            onSuccess: (created) => {
              selectThread(created);
              store.setState(({ railView }) => (hasPanes(railView) ? {} : { railView: 'threads' }));
            },
            onError: reportError('Could not create the thread'),
          },
        ),
    },
    'thread.close': thread && { run: () => selectOwnThread(null) },
    'thread.clone': {
      run: () => {
        if (connectionId === null || thread === null) return;
        const { threadId: id, name, graphId } = thread;
        const source = { connectionId, threadId: id };
        dispatch({ type: 'clone-thread', source, title: name ?? id, graphId });
      },
      blocked: thread === null ? 'Select a thread first.' : noHistory,
    },
    'thread.storage': {
      run: () => {
        if (connectionId === null || thread === null) return;
        dispatch({
          type: 'thread-storage',
          connectionId,
          threadId: thread.threadId,
          title: threadTitle(thread),
        });
      },
      blocked: thread === null ? 'Select a thread first.' : whyUnavailable(connectionId, 'threads.storage'),
    },
    'thread.record': {
      run: () => {
        if (connectionId === null || threadId === null) return;
        dispatch({ type: 'save-recording', connectionId, threadId, runId: null });
      },
      blocked: threadId === null ? 'Select a thread first.' : null,
    },
    'thread.copy-id': thread && copyCommand('thread ID', thread.threadId),
  };
}
