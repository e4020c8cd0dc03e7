import { useState, type ReactNode, type RefObject } from 'react';
import { AppError } from '../../shared/app-error.ts';
import type { CheckpointSummary } from '../../shared/model/thread.ts';
import { lastCheckpointBefore } from '../client/last-checkpoint.ts';
import type { RunStarter } from '../client/run-starter.ts';
import { useStudio } from '../client/studio.tsx';
import type { NodeActions } from '../graph/menu/NodeMenu.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { showToast } from '../ui/toast-store.ts';
import { setFolded, useUiStore } from './ui-store.ts';
import type { Workbench } from './use-workbench.ts';

/** What the menu of a node asks of the other panes, and the question that comes before a run. */
export function useNodeActions(
  { selection }: Workbench,
  starter: RefObject<RunStarter | null>,
): { readonly actions: NodeActions; readonly dialog: ReactNode } {
  const store = useUiStore();
  const studio = useStudio();
  const { connectionId, threadId } = selection;
  const [found, setFound] = useState<Found | null>(null);

  const find = async (nodeId: string): Promise<void> => {
    if (connectionId === null || threadId === null) return;
    const checkpoint = await lastCheckpointBefore(studio, { connectionId, threadId }, nodeId);
    const now = store.getState().selection;
    if (now.connectionId !== connectionId || now.threadId !== threadId) return;
    if (checkpoint === null) showToast(`No checkpoint of this thread runs ${nodeId} next.`, 'wait');
    else setFound({ nodeId, checkpoint });
  };
  const actions: NodeActions = {
    updateAs: (nodeId) => {
      if (threadId === null) return;
      setFolded(store, 'inspector', false);
      store.setState(({ editAs }) => ({ editAs: { threadId, nodeId, ask: (editAs?.ask ?? 0) + 1 } }));
    },
    runFrom: (nodeId) => {
      setFolded(store, 'dock', false);
      find(nodeId).catch((thrown: unknown) =>
        showToast(thrown instanceof Error ? thrown.message : 'The history could not be read.', 'fail'),
      );
    },
  };
  const dialog = found ? (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : setFound(null))}
      title={`Run from the checkpoint before ${found.nodeId}?`}
      body={<RunWords {...found} />}
      confirmLabel="Run"
      busyLabel="Starting"
      onConfirm={() => {
        if (!starter.current) return Promise.reject(noDock());
        return starter.current.runFrom(found.checkpoint.checkpointId);
      }}
    />
  ) : null;
  return { actions, dialog };
}

interface Found {
  readonly nodeId: string;
  readonly checkpoint: CheckpointSummary;
}

function RunWords({ checkpoint }: Found) {
  const step = checkpoint.step === null ? '' : ` (step ${checkpoint.step})`;
  return (
    <p>
      {checkpoint.next.join(' and ')} {checkpoint.next.length === 1 ? 'runs' : 'run'} again from the
      checkpoint{step}, and then what follows. A fork is made; later checkpoints stay.
    </p>
  );
}

function noDock(): AppError {
  return new AppError('internal', 'The run dock is not there.', { hint: 'Show it, and try again.' });
}
