import { lastCheckpointBefore } from '../client/last-checkpoint.ts';
import { useStudio } from '../client/studio.tsx';
import type { NodeActions } from '../graph/menu/NodeMenu.tsx';
import { showToast } from '../ui/toast-store.ts';
import { setFolded, useUiStore } from './ui-store.ts';
import type { Workbench } from './use-workbench.ts';

/** What the menu of a node asks of the other panes: the editor of the state, and the run dock. */
export function useNodeActions({ selection, selectCheckpoint }: Workbench): NodeActions {
  const store = useUiStore();
  const studio = useStudio();
  const { connectionId, threadId } = selection;

  const runFrom = async (nodeId: string): Promise<void> => {
    if (connectionId === null || threadId === null) return;
    const found = await lastCheckpointBefore(studio, { connectionId, threadId }, nodeId);
    const now = store.getState().selection;
    if (now.connectionId !== connectionId || now.threadId !== threadId) return;
    if (found === null) {
      showToast(`No checkpoint of this thread runs ${nodeId} next.`, 'wait');
      return;
    }
    selectCheckpoint(found.checkpointId);
    setFolded(store, 'dock', false);
    showToast(`The run dock starts from the checkpoint before ${found.next.join(', ')}.`);
  };
  return {
    updateAs: (nodeId) => {
      if (threadId === null) return;
      setFolded(store, 'inspector', false);
      store.setState(({ editAs }) => ({ editAs: { threadId, nodeId, ask: (editAs?.ask ?? 0) + 1 } }));
    },
    runFrom: (nodeId) => {
      runFrom(nodeId).catch((thrown: unknown) =>
        showToast(thrown instanceof Error ? thrown.message : 'The history could not be read.', 'fail'),
      );
    },
  };
}
