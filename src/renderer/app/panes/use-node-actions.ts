import { dispatch } from '../../commands/command-queue.ts';
import { threadRecordForAction } from '../../queries/thread-record.ts';
import { useRpc } from '../../rpc/rpc-context.ts';
import type { NodeActions } from '../../graph/NodeMenu.tsx';
import { failedAction } from '../../ui/display/describe-error.ts';
import { showToast } from '../../ui/popups/toast-store.ts';
import type { RunnableExecution } from './find-last-execution.ts';
import { useRunSession } from '../../runs/run-session.ts';
import { confirmCheckpointRun, setCollapsed, useUiStore } from '../ui-store.ts';
import { useSourceGraph } from '../use-source-graph.ts';
import { useWorkbench } from '../use-workbench.ts';

export function useNodeActions(): NodeActions {
  const { selection, assistant } = useWorkbench();
  const session = useRunSession();
  const store = useUiStore();
  const rpc = useRpc();
  const { connectionId, threadId } = selection;
  const sourceGraph = useSourceGraph();

  const findLast = async (
    nodeId: string,
    act: (runnableExecution: RunnableExecution) => void,
  ): Promise<void> => {
    if (connectionId === null || threadId === null) return;
    const record = threadRecordForAction(rpc, connectionId, threadId);
    if (record === null) return;
    const { findLastExecution } = await import('./find-last-execution.ts');
    const now = session.getState().selection;
    if (now.connectionId !== connectionId || now.threadId !== threadId) return;
    const last = findLastExecution(record, nodeId, selection.checkpointId);
    if (last === null) showToast(`No checkpoint on this thread runs ${nodeId} next.`, 'wait');
    else act(last);
  };
  const reportFailure = (error: unknown): void =>
    showToast(failedAction('Could not find the checkpoint', error), 'fail');
  return {
    source: sourceGraph,
    updateAs: (nodeId) => {
      if (connectionId === null || threadId === null) return;
      setCollapsed(store, 'inspector', false);
      dispatch({
        type: 'edit-state',
        connectionId,
        threadId,
        checkpointNs: '',
        asNode: nodeId,
        message: null,
      });
    },
    runFrom: (nodeId) => {
      setCollapsed(store, 'dock', false);
      findLast(nodeId, ({ checkpoint }) =>
        confirmCheckpointRun(store, { nodeId, checkpoint, inner: null }),
      ).catch(reportFailure);
    },
    pinLast: (nodeId) => {
      const graphId = assistant?.graphId ?? null;
      const failed = (error: unknown): void =>
        showToast(failedAction(`Could not pin ${nodeId}`, error), 'fail');
      findLast(nodeId, ({ execution }) => {
        if (connectionId === null || threadId === null || graphId === null) return;
        import('./pin-execution.ts')
          .then(({ pinExecution }) => pinExecution(rpc, { connectionId, graphId, threadId }, execution))
          .catch(failed);
      }).catch(failed);
    },
    addInput: (nodeId) => {
      findLast(nodeId, ({ execution, checkpoint: { checkpointId } }) => {
        if (connectionId === null || threadId === null) return;
        if (execution.isSent)
          return showToast('A Send gave it its own input. Add it from the Node tab.', 'wait');
        const from = { kind: 'node', threadId, node: nodeId, checkpointId, inputText: null } as const;
        dispatch({ type: 'add-input', connectionId, source: from });
      }).catch(reportFailure);
    },
  };
}
