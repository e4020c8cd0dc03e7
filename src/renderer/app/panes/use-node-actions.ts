import { dispatch } from '../../commands/command-queue.ts';
import { currentThreadRecord } from '../../queries/thread-record.ts';
import { useRpc } from '../../rpc/rpc-context.ts';
import type { NodeActions } from '../../graph/NodeMenu.tsx';
import { failedAction } from '../../ui/display/describe-error.ts';
import { showToast } from '../../ui/popups/toast-store.ts';
import type { RunnableExecution } from './find-last-execution.ts';
import { useRunSession } from '../../runs/run-session.ts';
import { confirmCheckpointRun, setCollapsed, useUiStore } from '../ui-store.ts';
import { useWorkbench } from '../use-workbench.ts';

export function useNodeActions(): NodeActions {
  const { selection } = useWorkbench();
  const session = useRunSession();
  const store = useUiStore();
  const rpc = useRpc();
  const { connectionId, threadId } = selection;

  const findLast = async (
    nodeId: string,
    act: (runnableExecution: RunnableExecution) => void,
  ): Promise<void> => {
    if (connectionId === null || threadId === null) return;
    const record = currentThreadRecord(rpc, connectionId, threadId);
    if (record === null) return showToast('What ran on this thread is still being read.', 'wait');
    const { findLastExecution } = await import('./find-last-execution.ts');
    const now = session.getState().selection;
    if (now.connectionId !== connectionId || now.threadId !== threadId) return;
    const last = findLastExecution(record, nodeId, selection.checkpointId);
    if (last === null) showToast(`No checkpoint of this thread runs ${nodeId} next.`, 'wait');
    else act(last);
  };
  const reportFailure = (error: unknown): void =>
    showToast(failedAction('Could not find the checkpoint', error), 'fail');
  return {
    updateAs: (nodeId) => {
      if (connectionId === null || threadId === null) return;
      setCollapsed(store, 'inspector', false);
      dispatch({ type: 'edit-state', connectionId, threadId, asNode: nodeId, message: null });
    },
    runFrom: (nodeId) => {
      setCollapsed(store, 'dock', false);
      findLast(nodeId, ({ checkpoint }) =>
        confirmCheckpointRun(store, { nodeId, checkpoint, inner: null }),
      ).catch(reportFailure);
    },
    addInput: (nodeId) => {
      findLast(nodeId, ({ execution, checkpoint: { checkpointId } }) => {
        if (connectionId === null || threadId === null) return;
        if (execution.isSent)
          return showToast('A Send gave it an input of its own. Add it from the Node tab.', 'wait');
        const source = { kind: 'node', threadId, node: nodeId, checkpointId, inputText: null } as const;
        dispatch({ type: 'add-input', connectionId, source });
      }).catch(reportFailure);
    },
  };
}
