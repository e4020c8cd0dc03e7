import type { Thread } from '../../shared/model/threads/thread.ts';
import { useDeleteThreads } from './mutations.ts';
import { BulkActionDialog } from './dialogs/BulkActionDialog.tsx';

interface DeleteThreadsDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly threads: readonly Thread[];
  readonly onClose: () => void;
  readonly onDeleted: (threadIds: readonly string[]) => void;
}

/** Deletes threads with everything that belongs to them. */
export function DeleteThreadsDialog(props: DeleteThreadsDialogProps) {
  const { connectionId, serverName, threads, onClose, onDeleted } = props;
  const remove = useDeleteThreads(connectionId);
  return (
    <BulkActionDialog
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
        means:
          ', with all runs and checkpoints. There is no way back. A run that is going on is cancelled first.',
      }}
    />
  );
}
