import type { Thread } from '../../../shared/model/threads/thread.ts';
import { useDeleteThreads, usePruneThreads } from '../mutations.ts';
import { BulkActionDialog } from './BulkActionDialog.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { EditThreadDialog } from './EditThreadDialog.tsx';
import { NewThreadDialog } from './NewThreadDialog.tsx';
import type { ThreadAction } from '../thread-action.ts';

interface DeleteThreadsDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly threads: readonly Thread[];
  readonly onClose: () => void;
  readonly onDeleted: (threadIds: readonly string[]) => void;
}

export function DeleteThreadsDialog(props: DeleteThreadsDialogProps) {
  const { connectionId, serverName, threads, onClose, onDeleted } = props;
  const remove = useDeleteThreads(connectionId);
  return (
    <BulkActionDialog
      connectionId={connectionId}
      serverName={serverName}
      threads={threads}
      act={remove.mutateAsync}
      onDone={onDeleted}
      onClose={onClose}
      labels={{
        verb: 'Delete',
        busy: 'Deleting',
        failed: 'was not deleted',
        does: ['Deletes the thread', 'Deletes the threads'],
        means: ', with all runs and checkpoints. This cannot be undone. An active run is cancelled first.',
      }}
    />
  );
}

interface PruneThreadsDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly threads: readonly Thread[];
  readonly onClose: () => void;
}

/** Deletes all checkpoints but the latest, where the server supports it. */
export function PruneThreadsDialog({ connectionId, serverName, threads, onClose }: PruneThreadsDialogProps) {
  const prune = usePruneThreads(connectionId);
  return (
    <BulkActionDialog
      connectionId={connectionId}
      serverName={serverName}
      threads={threads}
      act={prune.mutateAsync}
      onDone={(threadIds) => {
        if (threadIds.length === 0) return;
        const what = threadIds.length === 1 ? 'the thread' : `${threadIds.length} threads`;
        showToast(`Pruned ${what}. The latest state is kept.`, 'ok');
      }}
      onClose={onClose}
      labels={{
        verb: 'Prune',
        busy: 'Pruning',
        failed: 'was not pruned',
        does: ['Deletes the history of the thread', 'Deletes the histories of the threads'],
        means:
          ' and keeps the latest state. This cannot be undone: earlier checkpoints can no longer be viewed, edited or run from.',
      }}
    />
  );
}

export interface ThreadDialogsProps {
  readonly act: ThreadAction | null;
  readonly connectionId: string;
  /** Named by destructive actions (row D-9). */
  readonly serverName: string;
  readonly graphIds: readonly string[];
  readonly graphId: string | null;
  readonly onClose: () => void;
  readonly onMade: (thread: Thread) => void;
  readonly onDeleted: (threadIds: readonly string[]) => void;
}

/** The dialog of the current thread action, if any. */
export function ThreadDialogs(props: ThreadDialogsProps) {
  const { act, connectionId, serverName, graphIds, graphId, onClose, onMade, onDeleted } = props;
  const common = { connectionId, serverName, onClose };
  switch (act?.kind) {
    case undefined:
      return null;
    case 'new':
      return <NewThreadDialog {...common} graphIds={graphIds} graphId={graphId} onMade={onMade} />;
    case 'edit':
      return <EditThreadDialog {...common} thread={act.thread} />;
    case 'delete':
      return <DeleteThreadsDialog {...common} threads={act.threads} onDeleted={onDeleted} />;
    case 'prune':
      return <PruneThreadsDialog {...common} threads={act.threads} />;
  }
}
